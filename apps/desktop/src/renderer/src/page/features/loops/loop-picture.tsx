import { type Loop, loopTicks, passOfPattern, type RecordedLoop } from '@roomtone/sdk/extras';
import { memo } from 'react';

interface LoopPictureProps {
  readonly content: Loop['content'];
  /** The pattern that is shown, of a loop that has some. */
  readonly pattern: number;
}

interface DrawnNote {
  readonly key: number;
  readonly tick: number;
  readonly untilTick: number;
  readonly velocity: number;
  readonly layer: number;
}

const height = 100;
const fewestKeys = 8;
/** Of a note, so that it can be seen in a small picture. */
const leastHeight = 8;

/** A loop's notes from left to right, high ones at the top. It is drawn once for each change. */
export const LoopPicture = memo(function LoopPicture({ content, pattern }: LoopPictureProps) {
  const lengthTicks = Math.max(1, loopTicks(content, pattern));
  const notes = notesOf(content, pattern);
  const keys = [...new Set(notes.map(({ key }) => key))].sort((a, b) => a - b);
  const isDrums = content.kind === 'patterns';
  const lowest = keys[0] ?? 60;
  const span = isDrums ? Math.max(keys.length, 4) : Math.max(fewestKeys, (keys.at(-1) ?? 60) - lowest + 1);
  const row = height / span;
  return (
    <svg
      className="loop-picture"
      viewBox={`0 0 ${lengthTicks} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {notes.map(({ key, tick, untilTick, velocity, layer }) => {
        const place = isDrums ? keys.indexOf(key) : key - lowest;
        return (
          <rect
            key={`${layer}.${key}.${tick}`}
            x={tick}
            width={Math.max(untilTick - tick - lengthTicks / 400, lengthTicks / 200)}
            y={height - (place + 0.86) * row}
            height={Math.max(row * 0.72, leastHeight)}
            rx={row * 0.16}
            fill="currentColor"
            fillOpacity={0.35 + (0.65 * velocity) / 127}
          />
        );
      })}
    </svg>
  );
});

function notesOf(content: Loop['content'], pattern: number): DrawnNote[] {
  const passes = content.kind === 'patterns' ? [passOfPattern(content, pattern).events] : layersOf(content);
  return passes.flatMap((events, layer) => {
    const open = new Map<number, { tick: number; velocity: number }>();
    return events.flatMap(({ tick, data: [status = 0, key = 0, velocity = 0] }): DrawnNote[] => {
      const isOn = (status & 0xf0) === 0x90 && velocity > 0;
      const isOff = (status & 0xf0) === 0x80 || ((status & 0xf0) === 0x90 && velocity === 0);
      const began = open.get(key);
      if (isOn) open.set(key, { tick, velocity });
      else if (isOff) open.delete(key);
      return isOff && began !== undefined ? [{ ...began, key, untilTick: tick, layer }] : [];
    });
  });
}

function layersOf({ layers }: RecordedLoop) {
  return layers.map(({ events }) => events);
}
