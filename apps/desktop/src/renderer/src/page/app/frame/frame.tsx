import type { ReactNode } from 'react';
import { listText } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Count } from '../../ui/count.tsx';
import { useParts } from '../app-parts.ts';
import { useHasAccount } from '../identity/account-store.ts';
import { Link } from '../link.tsx';
import { pathTo, useRoute } from '../router.ts';
import { useSocialCounts } from '../social/use-social-counts.ts';
import { AccountMenu } from './account-menu.tsx';
import { navigation } from './navigation.ts';
import './frame.css';

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
          {strings.name}
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
        {children}
      </main>
    </div>
  );
}

/** The number of unread messages and unanswered friend requests. */
function UnreadCount() {
  const { messages, requests } = useSocialCounts();
  const words = [
    messages > 0 ? strings.messages.unread(messages) : '',
    requests > 0 ? strings.friends.requestsWait(requests) : '',
  ].filter((text) => text !== '');
  return <Count count={messages + requests} words={listText(words)} />;
}
