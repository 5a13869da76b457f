import { setTimeout as delay } from 'node:timers/promises';
import { encodeFrame } from '@roomtone/protocol';
import { LoadClient } from '../load-client.ts';
import { type AttackOutcome, type AttackTarget, nothingYet } from './attack.ts';
import { listenTo } from './listened-bytes.ts';

const windows = 8;
/** As many events as each may play in a second, in messages that together are more than a listener's line should carry. */
const eventsPerMessage = 16;
const messagesPerSecond = 120;
const everyMs = 10;
/** Long enough to use up what may be sent at once. */
const leastMs = 2_000;

/**
 * One member plays and changes settings in the victims' room from several windows, each within its limits. A guest counts the bytes
 * that a listener gets because of them: more than their budget would be a gain.
 */
export async function fillLines({ ms, tokens, ...target }: AttackTarget): Promise<AttackOutcome> {
  const counts = nothingYet();
  const token = tokens[0] ?? '';
  const players = Array.from({ length: windows }, () => new LoadClient({ ...target, token }));
  for (const player of players) {
    player.onMessage = ({ kind }) => {
      if (kind === 'error') counts.refused++;
    };
    player.onEnd = () => counts.disconnected++;
    await player.join();
  }
  const listener = await listenTo(target, players);
  const data = Uint8Array.from(Array.from({ length: eventsPerMessage }, (_, key) => [0x90, key, 1]).flat());
  const offsets = new Array<number>(eventsPerMessage).fill(500_000);
  const notes = encodeFrame({ kind: 'midiMessage', body: { startTime: 0, offsets, data } });
  const startedMs = performance.now();
  const elapsedMs = () => performance.now() - startedMs;
  for (let sent = 0; elapsedMs() < Math.max(ms, leastMs); ) {
    const due = Math.floor((elapsedMs() * messagesPerSecond) / 1000);
    for (; sent < due; sent++) for (const player of players) player.send(notes);
    const instrument = `Organ ${sent}`;
    players[0]?.send(encodeFrame({ kind: 'userCommand', body: { setPlayer: { instrument } }, requestId: sent + 1 }));
    counts.sent = sent * windows;
    await delay(everyMs);
  }
  if (listener.gotTooMuch()) counts.gained++;
  for (const player of [...players, listener.client]) {
    player.onEnd = () => {};
    await player.leave();
  }
  return counts;
}
