import type { Ref } from 'react';
import './still-piano.css';
import { patternOf, playerColors } from '../stage/player-appearance.ts';
import { type KeyboardView, wholeKeyboard } from './keyboard-view.ts';
import { keyOf, pianoKeys } from './piano-keys.ts';

/** The notes of three players, drawn once: note, player, bottom and length of the bar as parts of the height. */
const bars = [
  [36, 2, 0, 0.3],
  [43, 2, 0, 0.13],
  [55, 1, 0, 0.2],
  [60, 1, 0, 0.38],
  [64, 1, 0, 0.26],
  [74, 3, 0, 0.17],
  [79, 3, 0, 0.34],
  [83, 3, 0, 0.24],
  [43, 2, 0.33, 0.2],
  [40, 2, 0.48, 0.1],
  [52, 1, 0.42, 0.12],
  [57, 1, 0.5, 0.16],
  [62, 1, 0.56, 0.1],
  [76, 3, 0.3, 0.12],
  [81, 3, 0.54, 0.08],
  [45, 2, 0.66, 0.16],
  [38, 2, 0.84, 0.1],
  [65, 1, 0.74, 0.12],
  [55, 1, 0.78, 0.09],
  [78, 3, 0.7, 0.14],
  [86, 3, 0.86, 0.09],
] as const;
const held = bars.filter(([, , risen]) => risen === 0);

interface StillPianoProps {
  /** Shows the notes of three players. */
  readonly showsNotes?: boolean;
  /** The part of the keyboard that is shown; all of it by default. */
  readonly view?: KeyboardView;
  /** The element of the keys, which have their notes as `data-note`. */
  readonly keys?: Ref<HTMLDivElement>;
}

/** The piano at the bottom of screens outside rooms. By itself it makes no sound. */
export function StillPiano({ showsNotes = false, view = wholeKeyboard, keys }: StillPianoProps) {
  return (
    <div className="still" aria-hidden="true" style={{ '--view-left': view.left, '--view-width': view.width }}>
      <div className="still-bars">
        <div className="still-all">
          {(showsNotes ? bars : []).map(([note, player, risen, length]) => {
            const key = keyOf(note);
            if (key === undefined) return null;
            return (
              <i
                key={`${note} ${risen}`}
                className={`pattern-${patternOf(player)}`}
                data-lit={risen === 0 ? '' : undefined}
                style={{
                  '--player': playerColors[player - 1]?.color,
                  left: `${(key.left + key.width / 2) * 100}%`,
                  bottom: `${risen * 100}%`,
                  height: `${length * 100}%`,
                  opacity: risen === 0 ? 1 : 0.1 + 0.55 * (1 - risen) ** 1.4,
                }}
              />
            );
          })}
        </div>
      </div>
      <div className="still-keys" ref={keys}>
        <div className="still-all">
          {pianoKeys.map(({ note, black, left, width }) => {
            const player = showsNotes ? held.find(([lit]) => lit === note)?.[1] : undefined;
            return (
              <i
                key={note}
                className={black ? 'black' : 'white'}
                data-note={note}
                data-lit={player === undefined ? undefined : ''}
                style={{
                  left: `${left * 100}%`,
                  width: `${width * 100}%`,
                  '--lit': player === undefined ? undefined : playerColors[player - 1]?.color,
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
