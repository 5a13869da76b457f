import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useParts } from '../app-parts.ts';
import { Link } from '../link.tsx';
import { pathTo } from '../router.ts';

/** Shown at an address without a route. */
export function NotFound() {
  return (
    <EmptyState level={1} title={strings.frame.nowhere} hint={strings.frame.nowhereHint}>
      <Link className="button large" href={pathTo('lobby')}>
        {strings.frame.toLobby}
      </Link>
    </EmptyState>
  );
}

/** The same for somebody who is signed out, without the frame. */
export function LoneNotFound() {
  return (
    <main>
      <NotFound />
    </main>
  );
}

/** Shown in place of a screen that guests cannot use. */
export function AccountRequired() {
  const { account } = useParts();
  return (
    <EmptyState level={1} title={strings.frame.membersOnly} hint={strings.frame.membersOnlyHint}>
      <Link className="button large" href={pathTo('lobby')}>
        {strings.frame.toLobby}
      </Link>
      <Button kind="main" size="large" onClick={() => account.leaveGuest()}>
        {strings.frame.signIn}
      </Button>
    </EmptyState>
  );
}
