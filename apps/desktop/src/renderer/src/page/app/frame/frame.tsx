import type { ReactNode } from 'react';
import { listText } from '../../strings/formats.ts';
import { appName, strings } from '../../strings.ts';
import { Count } from '../../ui/count.tsx';
import { useParts } from '../app-parts.ts';
import { useHasAccount } from '../identity/account-store.ts';
import { Link } from '../link.tsx';
import { pathTo, type RouteName, useRoute } from '../router.ts';
import { AccountMenu } from './account-menu.tsx';
import { TooManyRequests } from './too-many-requests.tsx';
import './frame.css';
import { useConversations } from '../social/conversation-store.ts';
import { useSocial } from '../social/use-social.ts';

interface FrameProps {
  /** The button that opens the choice of servers. */
  readonly server: ReactNode;
  readonly children: ReactNode;
}

/** The header with navigation, around all ordinary screens. */
export function Frame({ server, children }: FrameProps) {
  const { name } = useRoute();
  const hasAccount = useHasAccount();
  const { hosting } = useParts().bridge;
  return (
    <div className="frame lit-ground">
      <a className="skip button" href="#content">
        {strings.frame.skip}
      </a>
      <header className="frame-bar">
        <Link className="wordmark" href={pathTo('lobby')}>
          {appName}
        </Link>
        <nav aria-label={strings.frame.navigation}>
          <ul>
            {navigation
              .filter((entry) => hasAccount || entry.requiresAccount === undefined)
              .filter((entry) => hosting !== undefined || entry.ownServerOnly === undefined)
              .map((entry) => (
                <li key={entry.route}>
                  <Link
                    href={pathTo(entry.route)}
                    aria-current={entry.covers.some((route) => route === name) ? 'page' : undefined}
                  >
                    {entry.name}
                    {entry.route === 'friends' && <UnreadCount />}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        {server}
        <AccountMenu />
      </header>
      <main id="content" className="frame-content" tabIndex={-1}>
        <TooManyRequests />
        {children}
      </main>
    </div>
  );
}

/** The number of unread messages and unanswered friend requests. */
function UnreadCount() {
  const { messages, requests } = useSocialCounts();
  const words = [
    messages > 0 ? strings.messages.unread({ count: messages }) : '',
    requests > 0 ? strings.friends.requestsWait({ count: requests }) : '',
  ].filter((text) => text !== '');
  return <Count count={messages + requests} words={listText(words)} />;
}

/** Counts of unread messages and unanswered friend requests. */
function useSocialCounts(): { readonly messages: number; readonly requests: number } {
  const messages = useConversations((state) => state.lines.reduce((count, { isRead }) => count + (isRead ? 0 : 1), 0));
  const { requests } = useSocial();
  return { messages, requests: requests.length };
}

interface Entry {
  readonly route: RouteName;
  readonly name: string;
  /** The routes for which this entry is highlighted, its own included. */
  readonly covers: readonly RouteName[];
  /** Only for users with an account. */
  readonly requiresAccount?: true;
  /** Only in the window of the app's own server. */
  readonly ownServerOnly?: true;
}

/** The entries of the header, in order. */
const navigation: readonly Entry[] = [
  { route: 'lobby', name: strings.frame.routes.lobby, covers: ['lobby'] },
  { route: 'friends', name: strings.frame.routes.friends, covers: ['friends', 'conversation'], requiresAccount: true },
  { route: 'practice', name: strings.frame.routes.practice, covers: ['practice'] },
  { route: 'library', name: strings.frame.routes.library, covers: ['library'] },
  { route: 'host', name: strings.frame.routes.host, covers: ['host'], requiresAccount: true, ownServerOnly: true },
];
