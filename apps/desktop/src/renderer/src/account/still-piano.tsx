import { pianoKeys } from '../performance/piano-keys.ts';
import { patternOf, playerColors } from '../performance/player-look.ts';

/** A chord that three players hold, drawn once: note, player, and where its bars stand as parts of the height. */
const held = [
  [36, 2, 0.5],
  [43, 2, 0.24],
  [55, 1, 0.34],
  [60, 1, 0.62],
  [64, 1, 0.42],
  [74, 3, 0.3],
  [79, 3, 0.55],
  [83, 3, 0.4],
] as const;

/** The piano at the foot of the front door. It plays nothing, so it is hidden from those who cannot see it. */
export function StillPiano() {
  return (
    <div className="still" aria-hidden="true">
      <div className="still-bars">
        {held.map(([note, player, height]) => {
          const key = pianoKeys[note - 21];
          if (key === undefined) return null;
          return (
            <i
              key={note}
              className={`pattern-${patternOf(player)}`}
              style={{
                '--player': playerColors[player - 1]?.color,
                left: `${(key.left + key.width / 2) * 100}%`,
                height: `${height * 100}%`,
              }}
            />
          );
        })}
      </div>
      <div className="still-keys">
        {pianoKeys.map(({ note, black, left, width }) => {
          const player = held.find(([lit]) => lit === note)?.[1];
          return (
            <i
              key={note}
              className={black ? 'black' : 'white'}
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
  );
}
