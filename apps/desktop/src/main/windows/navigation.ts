import type { WebContents } from 'electron';
import { isAppUrl } from '../../shared/app-origin.ts';

export interface NavigationParts {
  /** Opens an address in the system's browser. */
  readonly openOutside: (url: string) => void;
  readonly report: (problem: string) => void;
}

/** Hosts whose https pages the app links to: what it is made of, and under which licences. */
const linkedHosts: ReadonlySet<string> = new Set(['www.npmjs.com', 'creativecommons.org']);

/** Whether a link may be handed to the system's browser. Anything else could start another program. */
export function mayOpenOutside(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return url.port === '' && linkedHosts.has(url.hostname);
}

/** Keeps a window on the app's own pages: it goes nowhere else, opens no other windows and embeds nothing. */
export function keepAtHome(contents: WebContents, { openOutside, report }: NavigationParts): void {
  const leave = (url: string) => {
    if (mayOpenOutside(url)) openOutside(url);
    else report(`refused to go to ${url.slice(0, 200)}`);
  };
  contents.on('will-navigate', (event) => {
    if (isAppUrl(event.url)) return;
    event.preventDefault();
    leave(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    leave(url);
    return { action: 'deny' };
  });
}
