import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LibraryContext } from '../../features/library/library-parts.ts';
import { LoopsContext } from '../../features/loops/loops-parts.ts';
import { PlaybackContext } from '../../features/playback/playback-parts.ts';
import { RecordingContext } from '../../features/recording/recording-parts.ts';
import { RoomContext } from '../../features/room/room-parts.ts';
import { listenToServers } from '../../features/servers/server-store.ts';
import { SheetContext } from '../../features/sheets/sheet-parts.ts';
import { PlayingContext } from '../../playing/playing-parts.ts';
import { strings } from '../../strings.ts';
import { LoadingState } from '../../ui/states.tsx';
import { followSystemTheme } from '../../ui/theme.ts';
import { Tooltips } from '../../ui/tooltip.tsx';
import { AppContext } from '../app-parts.ts';
import { browserBridge } from '../bridge.ts';
import { desktopBridge } from '../desktop-bridge.ts';
import { navigate } from '../router.ts';
import { openSettings, openSettingsByAddress } from '../settings-store.ts';
import { App } from './app.tsx';
import { type Assembly, assemble } from './assemble.ts';

/** Renders the app. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const view = createRoot(root);
  // The server inside the app may still be starting.
  view.render(<LoadingState text={strings.welcome.looking} />);
  const parts = assemble(window.roomtone === undefined ? browserBridge() : await desktopBridge(window.roomtone));
  void parts.app.account.restore();
  followSystemTheme();
  listenToServers(parts.app.bridge);
  parts.app.bridge.onGo(go);
  parts.app.bridge.onSettings(() => openSettings());
  openSettingsByAddress();
  view.render(
    <StrictMode>
      <AllParts {...parts}>
        <QueryClientProvider client={parts.app.queries}>
          <Tooltips>
            <App lobby={parts.lobby} />
          </Tooltips>
        </QueryClientProvider>
      </AllParts>
    </StrictMode>,
  );
}

/** Opens a route of this page. If it has the token of an invitation, the page is loaded again with it. */
function go(path: string): void {
  const [route = '', token] = path.split('#');
  navigate(route);
  if (token === undefined) return;
  location.hash = token;
  location.reload();
}

function AllParts(parts: Assembly & { readonly children: ReactNode }) {
  const { app, playing, room, recording, playback, library, loops, sheets, children } = parts;
  return (
    <AppContext value={app}>
      <PlayingContext value={playing}>
        <RoomContext value={room}>
          <RecordingContext value={recording}>
            <PlaybackContext value={playback}>
              <LoopsContext value={loops}>
                <LibraryContext value={library}>
                  <SheetContext value={sheets}>{children}</SheetContext>
                </LibraryContext>
              </LoopsContext>
            </PlaybackContext>
          </RecordingContext>
        </RoomContext>
      </PlayingContext>
    </AppContext>
  );
}
