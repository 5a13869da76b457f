import { encodeFrame, limits } from '@roomtone/protocol';
import type { LoadClient } from './load-client.ts';

const { eventsPerMessage, eventsPerSecond } = limits.midi;

/** Makes each client play as much as the quota allows, in messages of the maximum size. */
export function playAtQuota(clients: readonly LoadClient[]): NodeJS.Timeout {
  // Control changes leave nothing sounding, and large offsets take the most bytes.
  const data = new Uint8Array(eventsPerMessage * 3);
  for (let event = 0; event < eventsPerMessage; event++) data.set([0xb0, 1, event & 0x7f], event * 3);
  const offsets = Array.from({ length: eventsPerMessage }, (_, event) => 500_000 + event);
  const message = encodeFrame({ kind: 'midiMessage', body: { startTime: 0, offsets, data } });
  const everyMs = (1_000 * eventsPerMessage) / (eventsPerSecond * 0.95);
  // Spread over time, so that they do not all send at the same moment.
  const stepMs = everyMs / Math.max(1, clients.length);
  let next = 0;
  let dueMs = performance.now();
  return setInterval(
    () => {
      for (const nowMs = performance.now(); dueMs <= nowMs; dueMs += stepMs)
        clients[next++ % clients.length]?.send(message);
    },
    Math.max(1, Math.floor(stepMs)),
  );
}
