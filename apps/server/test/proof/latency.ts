import { setTimeout as delay } from 'node:timers/promises';
import { noteId, noteIds, notePayload } from '../../../../bench/load/note.ts';
import { quantile } from '../../../../bench/statistics.ts';
import type { Seat } from './seat.ts';

export interface Latency {
  readonly sent: number;
  readonly arrived: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** How long it may take until the last of them has come. */
const patienceMs = 20_000;

/**
 * Plays notes from one seat to another of this process until `until` says so, and measures each.
 * @param minimum so many at least, however soon that is.
 */
export async function noteLatency(
  player: Seat,
  listener: Seat,
  { everyMs, until, minimum = 0 }: { everyMs: number; until: Promise<unknown>; minimum?: number },
): Promise<Latency> {
  const sentMs = new Float64Array(noteIds);
  const latencies: number[] = [];
  listener.onNotes = (payload) => {
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
    // Key and velocity are the number; a velocity of 0 would be a note-off, which is heard all the same.
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
 * Lets each of the seats, all of one room, say something as often as a user may nearly, and measures when everybody hears it.
 */
export async function chatLatency(seats: readonly Seat[], seconds: number): Promise<Latency> {
  const sentMs = new Map<string, number>();
  const latencies: number[] = [];
  for (const seat of seats) {
    seat.onMessage = (message) => {
      const at = message.kind === 'chatMessage' ? sentMs.get(message.body.message) : undefined;
      if (at !== undefined) latencies.push(performance.now() - at);
    };
  }
  const perSecond = seats.length * 0.8;
  const count = Math.ceil(perSecond * seconds);
  for (let said = 0; said < count; said++) {
    const text = `message ${said}`;
    sentMs.set(text, performance.now());
    seats[said % seats.length]?.say(text);
    await delay(1_000 / perSecond);
  }
  const expected = count * seats.length;
  const giveUpAtMs = performance.now() + patienceMs;
  while (latencies.length < expected && performance.now() < giveUpAtMs) await delay(10);
  for (const seat of seats) seat.onMessage = () => {};
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
