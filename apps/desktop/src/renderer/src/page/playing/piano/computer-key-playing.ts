import { toLocalUs } from '../../../contract/local-time.ts';
import type { Performer } from '../../../contract/performer.ts';
import { baseNoteAfter, computerKeyVelocity, defaultBaseNote, noteForCode } from './computer-keys.ts';
import { onReleasesLost } from './pointer-playing.ts';

/**
 * Plays notes from the computer's keyboard unless a field or dialog has the focus. Returns a function that stops it.
 * @param onBaseNote gets the note of the lowest key whenever it changes.
 */
export function playByComputerKeys(performer: Performer, onBaseNote: (note: number) => void): () => void {
  /** The note that each pressed key started, because the octave may change before it is released. */
  const down = new Map<string, number>();
  let baseNote = defaultBaseNote;

  const press = (event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const moved = baseNoteAfter(event.code, baseNote);
    if (moved !== undefined) {
      baseNote = moved;
      onBaseNote(baseNote);
      return;
    }
    const note = noteForCode(event.code, baseNote);
    if (note === undefined || down.has(event.code)) return;
    // Some browsers open a quick search on a letter or an apostrophe.
    event.preventDefault();
    down.set(event.code, note);
    performer.noteOn('computer-keys', note, computerKeyVelocity, toLocalUs(event.timeStamp));
  };
  const lift = (event: KeyboardEvent) => {
    const note = down.get(event.code);
    if (note === undefined) return;
    down.delete(event.code);
    performer.noteOff('computer-keys', note, toLocalUs(event.timeStamp));
  };
  const releaseAll = onReleasesLost(() => {
    down.clear();
    performer.release('computer-keys');
  });

  window.addEventListener('keydown', press);
  window.addEventListener('keyup', lift);
  return () => {
    window.removeEventListener('keydown', press);
    window.removeEventListener('keyup', lift);
    releaseAll();
    performer.release('computer-keys');
  };
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') !== null
  );
}
