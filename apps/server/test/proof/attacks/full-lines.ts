import { setTimeout as delay } from 'node:timers/promises';
import { decodeServerFrame, encodeFrame } from '@roomtone/protocol';
import { serverLimits } from '../../../src/domain/server-limits.ts';
import { LoadClient } from '../load-client.ts';
import { type AttackOutcome, type AttackTarget, nothingYet } from './attack.ts';

const windows = 8;
/** As many events as each may play in a second, in messages that together are more than a listener's line should carry. */
const eventsPerMessage = 16;
const messagesPerSecond = 120;
const everyMs = 10;

/**
 * One member plays and changes settings in the victims' room from several windows, each within its limits. A guest counts the bytes
 * that a listener gets because of them: more than their budget would be a gain.
 */
export async function fillLines({ ms, tokens, ...target }: AttackTarget): Promise<AttackOutcome> {
  const counts = nothingYet();
  const token = tokens[0] ?? '';
  const players = Array.from({ length: windows }, () => new LoadClient({ ...target, token }));
  const listener = new LoadClient({ ...target, token: '' });
  for (const player of players) {
    player.onMessage = ({ kind }) => {
      if (kind === 'error') counts.refused++;
    };
    player.onEnd = () => counts.disconnected++;
    await player.join();
  }
  let bytes = 0;
  const numbers = new Set(players.map(({ self }) => self));
  listener.onNotes = (payload) => {
    if (numbers.has(decodeServerFrame(payload)?.sender ?? 0)) bytes += payload.length;
  };
  await listener.join();
  const data = Uint8Array.from(Array.from({ length: eventsPerMessage }, (_, key) => [0x90, key, 1]).flat());
  const offsets = new Array<number>(eventsPerMessage).fill(500_000);
  const notes = encodeFrame({ kind: 'midiMessage', body: { startTime: 0, offsets, data } });
  const startedMs = performance.now();
  const elapsedMs = () => performance.now() - startedMs;
  for (let sent = 0; elapsedMs() < ms; ) {
    const due = Math.floor((elapsedMs() * messagesPerSecond) / 1000);
    for (; sent < due; sent++) for (const player of players) player.send(notes);
    const instrument = `Organ ${sent}`;
    players[0]?.send(encodeFrame({ kind: 'userCommand', body: { setPlayer: { instrument } }, requestId: sent + 1 }));
    counts.sent = sent * windows;
    await delay(everyMs);
  }
  const { ofPerson, windowMs } = serverLimits.byteBudgets.toListeners;
  // At once, for what always arrives beyond it, and as time passes.
  if (bytes > ofPerson * (2 + elapsedMs() / windowMs)) counts.gained++;
  for (const player of [...players, listener]) {
    player.onEnd = () => {};
    await player.leave();
  }
  return counts;
}
