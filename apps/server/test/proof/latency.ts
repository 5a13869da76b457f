import { setTimeout as delay } from 'node:timers/promises';
import { decodeServerFrame } from '@roomtone/protocol';
import { noteId, noteIds, notePayload } from '../../../../bench/load/note.ts';
import { quantile } from '../../../../bench/statistics.ts';
import type { LoadClient } from './load-client.ts';

export interface Latency {
  readonly sent: number;
  readonly arrived: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** The time allowed for the last notes or messages to arrive. */
const patienceMs = 20_000;

/**
 * Plays notes from one client of this process to another until `until` settles, and measures the latency of each.
 * @param minimum the number of notes to play at least.
 */
export async function noteLatency(
  player: LoadClient,
  listener: LoadClient,
  { everyMs, until, minimum = 0 }: { everyMs: number; until: Promise<unknown>; minimum?: number },
): Promise<Latency> {
  const sentMs = new Float64Array(noteIds);
  const latencies: number[] = [];
  listener.onNotes = (payload) => {
    // Somebody else in the room may play notes that look the same.
    if (decodeServerFrame(payload)?.sender !== player.self) return;
    const at = sentMs[noteId(payload, 0)] ?? 0;
    if (at > 0) latencies.push(performance.now() - at);
  };
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  until.then(over, over);
  let sent = 0;
  let dueMs = performance.now();
  while (!isOver || sent < minimum) {
    // Key and velocity hold the number. A velocity of 0 is a note-off, which is relayed as well.
    const id = sent++ % noteIds;
    sentMs[id] = performance.now();
    player.send(notePayload(id, Math.round((performance.timeOrigin + performance.now()) * 1000)));
    dueMs += everyMs;
    await delay(Math.max(1, dueMs - performance.now()));
  }
  const giveUpAtMs = performance.now() + patienceMs;
  while (latencies.length < sent && performance.now() < giveUpAtMs) await delay(10);
  listener.onNotes = () => {};
  return latencyOf(sent, latencies);
}

/**
 * Lets all clients of a room chat almost as often as the flood limit allows, and measures when each receives a message.
 */
export async function chatLatency(clients: readonly LoadClient[], seconds: number): Promise<Latency> {
  const sentMs = new Map<string, number>();
  const latencies: number[] = [];
  for (const client of clients) {
    client.onMessage = (message) => {
      const at = message.kind === 'chatMessage' ? sentMs.get(message.body.message) : undefined;
      if (at !== undefined) latencies.push(performance.now() - at);
    };
  }
  const perSecond = clients.length * 0.8;
  const count = Math.ceil(perSecond * seconds);
  for (let said = 0; said < count; said++) {
    const text = `message ${said}`;
    sentMs.set(text, performance.now());
    clients[said % clients.length]?.say(text);
    await delay(1_000 / perSecond);
  }
  const expected = count * clients.length;
  const giveUpAtMs = performance.now() + patienceMs;
  while (latencies.length < expected && performance.now() < giveUpAtMs) await delay(10);
  for (const client of clients) client.onMessage = () => {};
  return latencyOf(expected, latencies);
}

function latencyOf(sent: number, latencies: readonly number[]): Latency {
  return {
    sent,
    arrived: latencies.length,
    medianMs: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}
