import { HeldNotes, type TimedEvent } from '@roomtone/protocol';
import { RoomtoneError } from '@roomtone/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlayingRoomDouble } from '../../test/playing-room-double.ts';
import { VirtualTime } from '../../test/virtual-time.ts';
import { playEvents } from './playing.ts';
import { fastestSpeed } from './speed.ts';

const seed = 20_251_121;

describe('playing', () => {
  test('stamps each event with its exact time and sends it slightly early', async () => {
    const { time, room } = aRoom();
    const events = scale(200);
    const result = await time.until(playEvents(room, events, { speed: 2, limits: room.limits, clock: time }));
    expect(result).toMatchObject({ sent: 400, released: 0, endedEarly: false });
    expect(room.sent.map(({ data }) => data)).toEqual(events.map(({ data }) => data));
    expect(room.sent.map(({ timeUs }) => timeUs)).toEqual(events.map(({ timeUs }) => result.startUs + timeUs / 2));
    const aheadUs = room.sent.map(({ timeUs, leftUs }) => timeUs - leftUs);
    expect(Math.min(...aheadUs)).toBeGreaterThanOrEqual(100_000);
    expect(Math.max(...aheadUs)).toBeLessThanOrEqual(150_000);
  });

  test('ends when the server has received everything and it has sounded', async () => {
    const { time, room } = aRoom(80_000);
    const events = scale(10);
    await time.until(playEvents(room, events, { speed: 1, limits: room.limits, clock: time }));
    expect(room.arrived).toBe(20);
    expect(room.serverNowUs()).toBeGreaterThan((room.sent.at(-1)?.timeUs ?? 0) + 500_000);
    expect(room.handlerCount()).toBe(0);
  });

  test('releases what the piece leaves sounding at its end', async () => {
    const { time, room } = aRoom();
    const events = [event(0, 0x90, 60, 64), event(0, 0xb0, 64, 127), event(50_000, 0xc0, 1)];
    const result = await time.until(playEvents(room, events, { speed: 1, limits: room.limits, clock: time }));
    expect(result).toMatchObject({ sent: 3, released: 2 });
    expect(room.sent.slice(3).map(({ timeUs, data }) => [timeUs - result.startUs, ...data])).toEqual([
      [50_000, 0x80, 60, 64],
      [50_000, 0xb0, 64, 0],
    ]);
  });

  test('ends early on request, and releases everything after what was already sent', async () => {
    const { time, room } = aRoom();
    const interrupt = new AbortController();
    time.after(1_000_000, () => interrupt.abort());
    const playing = playEvents(room, scale(1_000), {
      speed: 1,
      limits: room.limits,
      clock: time,
      signal: interrupt.signal,
    });
    const result = await time.until(playing);
    expect(result.endedEarly).toBe(true);
    expect(result.sent).toBeLessThan(200);
    const held = new HeldNotes();
    for (const { data } of room.sent) held.feed(data);
    expect(held.keysDown).toBe(0);
    const stamps = room.sent.map(({ timeUs }) => timeUs);
    expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
  });

  test('reports progress up to the end', async () => {
    const { time, room } = aRoom();
    const seen: number[] = [];
    const onProgress = ({ sent, total }: { sent: number; total: number }) => void seen.push(sent / total);
    await time.until(playEvents(room, scale(50), { speed: 1, limits: room.limits, clock: time, onProgress }));
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
  });

  test('ends with the refusal if the server refuses notes', async () => {
    const { time, room } = aRoom();
    const refusal = new RoomtoneError('AUTHORIZATION_ERROR', 'You are muted.', { reason: 'muted' });
    time.after(500_000, () => room.emit('error', refusal));
    const playing = playEvents(room, scale(1_000), { speed: 1, limits: room.limits, clock: time });
    await expect(time.until(playing)).rejects.toBe(refusal);
    expect(room.handlerCount()).toBe(0);
  });

  test('ends with a clear error if the connection is lost', async () => {
    const { time, room } = aRoom();
    time.after(500_000, () => {
      room.joined = false;
      room.emit('state', { status: 'reconnecting', attempt: 1, retryAtMs: 0, offline: false });
    });
    const playing = playEvents(room, scale(1_000), { speed: 1, limits: room.limits, clock: time });
    await expect(time.until(playing)).rejects.toThrow('The connection was lost');
  });
});

describe('the quota', () => {
  test('is used well: a burst of 30,000 events takes hardly longer than necessary', async () => {
    const { time, room } = aRoom(20_000);
    const events = scale(15_000, 10);
    const speed = fastestSpeed(events, room.limits);
    const startUs = time.nowUs();
    await time.until(playEvents(room, events, { speed, limits: room.limits, clock: time }));
    expect(room.dropped).toBe(0);
    // 26,000 at 1,710 per second after half the burst, with the other half as margin, plus a second for the start and
    // the end.
    expect(time.nowUs() - startUs).toBeLessThan(18_500_000);
  });

  test('drops nothing, however long the network delays frames before delivering them together', async () => {
    const hiccup = fc.oneof(
      { weight: 40, arbitrary: fc.nat({ max: 30_000 }) },
      { weight: 1, arbitrary: fc.integer({ min: 200_000, max: 6_000_000 }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(hiccup), fc.integer({ min: 1, max: 400 }), async (delays, stepUs) => {
        const time = new VirtualTime();
        const room = new PlayingRoomDouble(time, () => delays.next().value ?? 0);
        const events = scale(4_000, stepUs);
        const speed = fastestSpeed(events, room.limits);
        const result = await time.until(playEvents(room, events, { speed, limits: room.limits, clock: time }));
        expect(result.sent).toBe(8_000);
        expect(room.arrived).toBe(8_000);
        expect(room.dropped).toBe(0);
      }),
      { numRuns: 20, seed },
    );
  });
});

describe('the fastest speed', () => {
  const limits = { eventsPerSecond: 2_000, eventBurst: 4_000 };

  test('is limited by the quota for long pieces, and to a thousand for short ones', () => {
    expect(fastestSpeed(scale(100), limits)).toBe(1_000);
    // 20,000 events in 200 s; beyond half the burst, they need (20,000 - 1,900) / 1,710 s.
    expect(fastestSpeed(scale(10_000), limits)).toBeCloseTo(200 / (18_100 / 1_710), 0);
  });

  test('is below 1 for music denser than the quota', () => {
    expect(fastestSpeed(scale(20_000, 100), limits)).toBeLessThan(0.5);
  });
});

function aRoom(delayUs = 0) {
  const time = new VirtualTime();
  return { time, room: new PlayingRoomDouble(time, () => delayUs) };
}

/** Notes one after another, each one step long. */
function scale(count: number, stepUs = 10_000): TimedEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const key = 40 + (index % 40);
    const timeUs = index * 2 * stepUs;
    return [event(timeUs, 0x90, key, 64), event(timeUs + stepUs, 0x80, key, 0)];
  }).flat();
}

function event(timeUs: number, ...data: number[]): TimedEvent {
  return { timeUs, data: Uint8Array.from(data) };
}
