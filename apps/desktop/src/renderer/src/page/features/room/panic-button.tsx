import { strings } from '../../strings.ts';
import { useRoomParts } from './room-parts.ts';

/** Ends everything that sounds: one's own for everybody, everybody's for oneself. */
export function PanicButton() {
  const { room } = useRoomParts();
  return (
    <button type="button" className="status-link panic" title={strings.keyboard.panicHint} onClick={() => room.panic()}>
      {strings.keyboard.panic}
    </button>
  );
}
