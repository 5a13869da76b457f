import { useHasAccount } from '../../app/identity/account-store.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { noFilters, useLobbyView } from './lobby-view-store.ts';
import type { KnownRooms } from './use-rooms.ts';

interface LobbyEmptyProps {
  readonly status: KnownRooms['status'];
  /** True if there are no rooms at all, whatever the filter. */
  readonly isEmpty: boolean;
  readonly onNewRoom: () => void;
}

/** Shown in place of an empty list: the reason, and what to do next. */
export function LobbyEmpty({ status, isEmpty, onNewRoom }: LobbyEmptyProps) {
  const hasAccount = useHasAccount();
  const search = useLobbyView((state) => state.search.trim());
  const { lobby } = strings;
  if (status === 'loading') return <BlankCards />;
  if (status === 'offline' && isEmpty) return <EmptyState title={lobby.offlineEmpty} hint={lobby.offlineEmptyHint} />;
  if (isEmpty) {
    return (
      <EmptyState title={lobby.empty} hint={hasAccount ? lobby.emptyHint : lobby.emptyGuestHint}>
        {hasAccount && (
          <Button size="large" onClick={onNewRoom}>
            {lobby.firstRoom}
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={search === '' ? lobby.noFit : lobby.noMatch(isolated(search))}
      hint={search === '' ? lobby.noFitHint : lobby.noMatchHint}
    >
      <Button size="large" onClick={() => useLobbyView.setState(noFilters)}>
        {lobby.showAll}
      </Button>
    </EmptyState>
  );
}

function BlankCards() {
  return (
    <div className="cards" aria-busy="true">
      <p className="visually-hidden" role="status">
        {strings.lobby.loading}
      </p>
      {['first', 'second', 'third'].map((each) => (
        <div key={each} className="card blank">
          <Skeleton lines={2} />
        </div>
      ))}
    </div>
  );
}
