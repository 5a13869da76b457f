import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { ServerButton } from '../account/server-button.tsx';
import { useIsMember } from '../app-parts.ts';
import { pathTo, usePlace } from '../router.ts';
import { strings } from '../strings.ts';
import { Link } from '../ui/link.tsx';
import { LoadingState } from '../ui/states.tsx';
import { AccountMenu } from './account-menu.tsx';
import { navigation } from './navigation.ts';
import './frame.css';

/** What all ordinary screens share: the header with the ways around, and the place where the screen stands. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { name } = usePlace();
  const isMember = useIsMember();
  const main = useFocusOnArrival(location.pathname);
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
                  <Link href={pathTo(entry.place)} aria-current={entry.place === name ? 'page' : undefined}>
                    {entry.name}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        <ServerButton />
        <AccountMenu />
      </header>
      <main ref={main} id="content" className="frame-content" tabIndex={-1}>
        <Suspense fallback={<LoadingState />}>{children}</Suspense>
      </main>
    </div>
  );
}

/** Whoever goes to another screen by keyboard or ear begins at its beginning, not where the last one's link was. */
function useFocusOnArrival(path: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
