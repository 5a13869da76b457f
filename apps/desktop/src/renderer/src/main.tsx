import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { AppContext, assemble } from './app-parts.ts';
import { browserBridge } from './bridge.ts';
import { followSystemTheme } from './ui/theme.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/patterns.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const parts = assemble(browserBridge());
void parts.account.restore();
followSystemTheme();

createRoot(root).render(
  <StrictMode>
    <AppContext value={parts}>
      <App />
    </AppContext>
  </StrictMode>,
);
