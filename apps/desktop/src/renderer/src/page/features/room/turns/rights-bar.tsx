import { Ear } from 'lucide-react';
import { strings } from '../../../strings.ts';
import { useRoom } from '../room-store.ts';
import { TurnBar } from './turn-bar.tsx';
import { useWhyNotPlay } from './use-why-not-play.ts';
import './turns.css';

/** Above the stage: the queue of a room whose players take turns, or why the user may not play. */
export function RightsBar() {
  const areTurnsTaken = useRoom((state) => !state.isAlone && state.room?.settings?.mayPlay === 'turns');
  const why = useWhyNotPlay();
  if (areTurnsTaken) return <TurnBar />;
  if (why !== 'members' && why !== 'named') return null;
  return (
    <p className="rights-bar" role="status">
      <Ear />
      <span>{strings.turns.whyNotPlay[why]}</span>
    </p>
  );
}
