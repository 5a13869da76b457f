import { useAccount } from './account/account-store.ts';
import { WelcomeScreen } from './account/welcome-screen.tsx';
import { LobbyScreen } from './lobby/lobby-screen.tsx';
import { PracticeScreen } from './room/practice-screen.tsx';
import { RoomScreen } from './room/room-screen.tsx';
import { usePlace } from './router.ts';
import { strings } from './strings.ts';
import { countRender } from './ui/render-count.ts';
import { Waiting } from './ui/waiting.tsx';

/** Shows the place that the address names, to whoever sits here; a link to a room survives signing in. */
export function App() {
  countRender();
  const place = usePlace();
  const status = useAccount((state) => state.status);
  if (place.name === 'practice') return <PracticeScreen />;
  switch (status) {
    case 'restoring':
      return <Waiting text={strings.welcome.looking} />;
    case 'unreachable':
      return <Waiting text={strings.welcome.unreachable} />;
    case 'signed-out':
      return <WelcomeScreen invitedTo={place.name === 'room' ? place.roomId : undefined} />;
    case 'guest':
    case 'signed-in':
      // A room belongs to who entered it: another account enters anew.
      return place.name === 'room' ? (
        <RoomScreen key={`${status} ${place.roomId}`} roomId={place.roomId} />
      ) : (
        <LobbyScreen />
      );
  }
}
