import { strings } from '../../strings.ts';
import { useRoomParts } from './room-parts.ts';

/** Stops every sound: the user's own notes for everybody, and everybody's notes here. */
export function PanicButton() {
  const { room } = useRoomParts();
  return (
    <button type="button" className="status-link panic" title={strings.keyboard.panicHint} onClick={() => room.panic()}>
      {strings.keyboard.panic}
    </button>
  );
}
