import type { ReactNode } from 'react';
import { ServerButton } from '../account/server-button.tsx';
import { useIsMember } from '../app-parts.ts';
import { pathTo, usePlace } from '../router.ts';
import { strings } from '../strings.ts';
import { Link } from '../ui/link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { navigation } from './navigation.ts';
import './frame.css';

/** What all ordinary screens share: the header with the ways around, and the place where the screen stands. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { name } = usePlace();
  const isMember = useIsMember();
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
              .filter((entry) => isMember || entry.membersOnly === undefined)
              .map((entry) => (
                <li key={entry.place}>
                  <Link
                    href={pathTo(entry.place)}
                    aria-current={entry.covers.some((place) => place === name) ? 'page' : undefined}
                  >
                    {entry.name}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <ServerButton />
        <AccountMenu />
      </header>
      <main id="content" className="frame-content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
