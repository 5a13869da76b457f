import type { WebContents } from 'electron';
import { isAppUrl } from '../../shared/app-origin.ts';

export interface NavigationParts {
  /** Opens an address in the system's browser. */
  readonly openOutside: (url: string) => void;
  /** Asks the user whether to open an address in the system's browser. */
  readonly askToOpen: (url: URL) => Promise<boolean>;
  readonly report: (problem: string) => void;
}

/** Hosts that the app's pages link to, for its components and their licences. */
const linkedHosts: ReadonlySet<string> = new Set(['www.npmjs.com', 'creativecommons.org']);

/**
 * How to handle a link that leaves the app. open: the app's own pages contain it. ask: a person sent it, such as
 * in a chat message. refuse: other schemes could start other programs, and credentials hide where a link leads.
 */
export function outcomeOf(address: string): 'open' | 'ask' | 'refuse' {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return 'refuse';
  return url.port === '' && linkedHosts.has(url.hostname) ? 'open' : 'ask';
}

/** Restricts a window to the app's own pages: it navigates nowhere else, opens no other windows and embeds nothing. */
export function restrictNavigation(contents: WebContents, { openOutside, askToOpen, report }: NavigationParts): void {
  let isAsking = false;
  const ask = async (url: string) => {
    // A page that opens one link after the other gets one question.
    if (isAsking) return;
    isAsking = true;
    try {
      if (await askToOpen(new URL(url))) openOutside(url);
    } finally {
      isAsking = false;
    }
  };
  const leave = (url: string) => {
    const outcome = outcomeOf(url);
    if (outcome === 'open') openOutside(url);
    else if (outcome === 'ask') void ask(url);
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
