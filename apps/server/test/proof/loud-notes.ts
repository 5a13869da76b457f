import { encodeFrame, limits } from '@roomtone/protocol';
import type { Seat } from './seat.ts';

const { eventsPerMessage, eventsPerSecond } = limits.midi;

/** Lets each of them play as much as the quota allows, in messages as large as they may be. */
export function loudNotes(seats: readonly Seat[]): NodeJS.Timeout {
  // Controllers, of which nothing is left sounding; far offsets take the most bytes.
  const data = new Uint8Array(eventsPerMessage * 3);
  for (let event = 0; event < eventsPerMessage; event++) data.set([0xb0, 1, event & 0x7f], event * 3);
  const offsets = Array.from({ length: eventsPerMessage }, (_, event) => 500_000 + event);
  const message = encodeFrame({ kind: 'midiMessage', body: { startTime: 0, offsets, data } });
  const everyMs = (1_000 * eventsPerMessage) / (eventsPerSecond * 0.95);
  // One after another, so that they do not all come at the same moment.
  const stepMs = everyMs / Math.max(1, seats.length);
  let next = 0;
  let dueMs = performance.now();
  return setInterval(
    () => {
      for (const nowMs = performance.now(); dueMs <= nowMs; dueMs += stepMs)
        seats[next++ % seats.length]?.send(message);
    },
    Math.max(1, Math.floor(stepMs)),
  );
}
