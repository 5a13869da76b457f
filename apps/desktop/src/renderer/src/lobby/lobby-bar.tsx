import { LogOut } from 'lucide-react';
import { useAccount } from '../account/account-store.ts';
import { useParts } from '../app-parts.ts';
import { strings } from '../strings.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';

/** The lobby's upper edge: the name, and who sits here. */
export function LobbyBar() {
  const { account } = useParts();
  const state = useAccount();
  return (
    <header className="lobby-bar">
      <span className="wordmark">{strings.name}</span>
      <div className="lobby-person">
        <ThemeToggle />
        {state.status === 'signed-in' ? (
          <>
            <button
              type="button"
              className="icon-button"
              aria-label={strings.lobby.signOut}
              title={strings.lobby.signOut}
              onClick={() => account.logout()}
            >
              <LogOut />
            </button>
            <span className="lobby-name">{state.account.username}</span>
            <Avatar name={state.account.username} />
          </>
        ) : (
          <>
            <span className="muted">{strings.lobby.asGuest}</span>
            <button type="button" className="button" onClick={() => account.leaveGuest()}>
              {strings.lobby.signIn}
            </button>
          </>
        )}
      </div>
    </header>
  );
}
