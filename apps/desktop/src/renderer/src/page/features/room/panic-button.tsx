import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';

/** Ends everything that sounds: one's own for everybody, everybody's for oneself. */
export function PanicButton() {
  const { room } = useParts();
  return (
    <button type="button" className="status-link panic" title={strings.keyboard.panicHint} onClick={() => room.panic()}>
      {strings.keyboard.panic}
    </button>
  );
}
