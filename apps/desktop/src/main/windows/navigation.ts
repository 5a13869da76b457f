import type { WebContents } from 'electron';
import { isAppUrl } from '../../shared/app-origin.ts';

export interface NavigationParts {
  readonly openOutside: (url: string) => void;
  readonly report: (problem: string) => void;
}

/** Hosts that the app's pages link to, for its components and their licences. */
const linkedHosts: ReadonlySet<string> = new Set(['www.npmjs.com', 'creativecommons.org']);

/** True if a link may be handed to the system's browser. Other schemes could start other programs. */
export function mayOpenOutside(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return url.port === '' && linkedHosts.has(url.hostname);
}

/** Restricts a window to the app's own pages: it navigates nowhere else, opens no other windows and embeds nothing. */
export function restrictNavigation(contents: WebContents, { openOutside, report }: NavigationParts): void {
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
