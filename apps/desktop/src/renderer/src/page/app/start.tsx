import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followServers } from '../features/servers/server-store.ts';
import { strings } from '../strings.ts';
import { LoadingState } from '../ui/states.tsx';
import { followSystemTheme } from '../ui/theme.ts';
import { Tooltips } from '../ui/tooltip.tsx';
import { App } from './app.tsx';
import { AppContext, assemble } from './app-parts.ts';
import { browserBridge } from './bridge.ts';
import { desktopBridge } from './desktop-bridge.ts';
import { navigate } from './router.ts';

/** Puts the app on the page. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const view = createRoot(root);
  // The server inside the app may still be starting.
  view.render(<LoadingState text={strings.welcome.looking} />);
  const parts = assemble(window.roomtone === undefined ? browserBridge() : await desktopBridge(window.roomtone));
  void parts.account.restore();
  followSystemTheme();
  followServers(parts.bridge);
  parts.bridge.onGo(navigate);
  view.render(
    <StrictMode>
      <AppContext value={parts}>
        <QueryClientProvider client={parts.queries}>
          <Tooltips>
            <App />
          </Tooltips>
        </QueryClientProvider>
      </AppContext>
    </StrictMode>,
  );
}
