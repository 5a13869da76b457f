import { computerKeyNotes } from './computer-keys.ts';
import { useKeyLabels } from './key-labels.ts';
import { useOctave } from './octave-store.ts';
import { keyOf } from './piano-keys.ts';
import './key-letters.css';

/** The letters of the computer's keyboard on the piano keys that they play. */
export function KeyLetters() {
  const baseNote = useOctave((state) => state.baseNote);
  const labels = useKeyLabels();
  return (
    <div className="key-letters" aria-hidden="true">
      {computerKeyNotes(baseNote).map(({ code, note }) => {
        const key = keyOf(note);
        if (key === undefined) return null;
        return (
          <span
            key={code}
            className={key.black ? 'black' : 'white'}
            style={{ left: `${key.left * 100}%`, width: `${key.width * 100}%` }}
          >
            {labels[code]}
          </span>
        );
      })}
    </div>
  );
}
