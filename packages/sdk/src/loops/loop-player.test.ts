import { HeldNotes, type TimedEvent } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { eventsOfSpans, type LoopSpan } from './loop-events.ts';
import { type LoopPass, passOf } from './loop-pass.ts';
import { LoopPlayer, type PartNews } from './loop-player.ts';
import type { LoopEvent } from './loop-types.ts';

const beatTicks = 480;
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
const usPerTickAt = (bpm: number) => 60e6 / (bpm * beatTicks);

/** Notes, pedals, bends and volumes at random, some longer than the loop. */
function randomPass(random: () => number): LoopPass {
  const lengthTicks = beatTicks * (1 + Math.floor(random() * 8));
  const events: LoopEvent[] = Array.from({ length: 1 + Math.floor(random() * 12) }).flatMap(() => {
    const tick = Math.floor(random() * lengthTicks);
    const key = 60 + Math.floor(random() * 6);
    const kind = random();
    if (kind < 0.1) return [{ tick, data: Uint8Array.of(0xb0, 64, random() < 0.5 ? 127 : 0) }];
    if (kind < 0.2) return [{ tick, data: Uint8Array.of(0xe0, 0, Math.floor(random() * 128)) }];
    if (kind < 0.3) return [{ tick, data: Uint8Array.of(0xb0, 7, Math.floor(random() * 128)) }];
    const off = tick + 1 + Math.floor(random() * lengthTicks);
    return [
      { tick, data: Uint8Array.of(0x90, key, 1 + Math.floor(random() * 127)) },
      { tick: off, data: Uint8Array.of(0x80, key, 64) },
    ];
  });
  return passOf(events, lengthTicks);
}

/** A plan with stops, tempo changes in the middle, and other positions. */
function randomSpans(random: () => number, fromUs: number, pass = randomPass(random)): LoopSpan[] {
  const spans: LoopSpan[] = [];
  let atUs = fromUs;
  let tick = Math.floor(random() * pass.lengthTicks);
  const count = 1 + Math.floor(random() * 3);
  for (let index = 0; index < count; index++) {
    const usPerTick = usPerTickAt(60 + Math.floor(random() * 180));
    const ticks = beatTicks * (1 + Math.floor(random() * 12));
    const untilUs =
      index === count - 1 && random() < 0.5 ? Number.POSITIVE_INFINITY : atUs + Math.round(ticks * usPerTick);
    spans.push({ fromUs: atUs, untilUs, fromTick: tick, usPerTick, pass });
    tick = random() < 0.7 ? (tick + ticks) % pass.lengthTicks : Math.floor(random() * pass.lengthTicks);
    atUs = untilUs + (random() < 0.7 ? 0 : 500_000);
  }
  return spans;
}

/** An instrument that performs what a player announces, as late as it can. */
class Instrument {
  readonly performed: TimedEvent[] = [];
  readonly #waiting = new Map<string, TimedEvent[]>();

  take(news: readonly PartNews[]): void {
    for (const { part, voidFromUs = Number.POSITIVE_INFINITY, events } of news) {
      const kept = (this.#waiting.get(part) ?? []).filter(({ timeUs }) => timeUs < voidFromUs);
      this.#waiting.set(part, [...kept, ...events]);
    }
  }

  performUntil(nowUs: number): void {
    for (const [part, events] of this.#waiting) {
      this.performed.push(...events.filter(({ timeUs }) => timeUs < nowUs));
      this.#waiting.set(
        part,
        events.filter(({ timeUs }) => timeUs >= nowUs),
      );
    }
  }
}

function heldAfter(events: readonly TimedEvent[]): number[] {
  const held = new HeldNotes();
  for (const { data } of events) held.feed(data);
  return [...held.release()];
}

const plain = (events: readonly TimedEvent[]) => events.map(({ timeUs, data }) => [timeUs, ...data]);

test.each(seeds)('windows side by side give every event once, at the time that the whole has (seed %i)', (seed) => {
  const random = seededRandom(seed);
  for (let round = 0; round < 40; round++) {
    const spans = randomSpans(random, 1_000_000_000);
    const endUs = 1_020_000_000;
    const whole = eventsOfSpans(spans, 0, endUs);
    const pieces: TimedEvent[] = [];
    for (let fromUs = 999_000_000; fromUs < endUs; ) {
      const toUs = Math.min(endUs, fromUs + 1 + Math.floor(random() * 700_000));
      pieces.push(...eventsOfSpans(spans, fromUs, toUs));
      fromUs = toUs;
    }
    expect(plain(pieces)).toEqual(plain(whole));
    expect(whole.every(({ timeUs }, index) => timeUs >= (whole[index - 1]?.timeUs ?? 0))).toBe(true);
    if (Number.isFinite(spans.at(-1)?.untilUs)) expect(heldAfter(eventsOfSpans(spans, 0, 2_000_000_000))).toEqual([]);
  }
});

test.each(seeds)(
  'however parts change, come and go, no note hangs and no event comes out of order (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    for (let round = 0; round < 20; round++) {
      const player = new LoopPlayer();
      const instrument = new Instrument();
      let parts = new Map<string, readonly LoopSpan[]>();
      let nowUs = 1_000_000_000;
      for (let step = 0; step < 60; step++) {
        if (random() < 0.25)
          parts = new Map(parts).set('one', randomSpans(random, nowUs - 3_000_000 + Math.floor(random() * 5_000_000)));
        else if (random() < 0.1) parts = new Map();
        else if (random() < 0.2) parts = new Map([...parts].map(([key, spans]) => [key, spans.slice()]));
        instrument.take(player.advance(parts, nowUs, nowUs + 500_000));
        nowUs += 20_000 + Math.floor(random() * 200_000);
        instrument.performUntil(nowUs - 15_000);
      }
      instrument.take(player.advance(new Map(), nowUs, nowUs + 500_000));
      instrument.performUntil(Number.POSITIVE_INFINITY);
      const times = instrument.performed.map(({ timeUs }) => timeUs);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(heldAfter(instrument.performed)).toEqual([]);
    }
  },
);

test.each(seeds)('a part that does not change is played exactly as its spans say (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const player = new LoopPlayer();
  const instrument = new Instrument();
  const fromUs = 1_000_000_000;
  const spans = randomSpans(random, fromUs + 100_000);
  let nowUs = fromUs;
  while (nowUs < fromUs + 10_000_000) {
    // A new object with the same content, as after news about the loop that leave this part as it is.
    const parts = new Map([['one', random() < 0.5 ? spans : spans.map((span) => ({ ...span }))]]);
    instrument.take(player.advance(parts, nowUs, nowUs + 400_000));
    nowUs += Math.floor(random() * 150_000);
  }
  instrument.performUntil(nowUs);
  expect(plain(instrument.performed)).toEqual(plain(eventsOfSpans(spans, fromUs, nowUs)));
});

test.each(seeds)('somebody who joins in the middle plays the same from the next time around on (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const pass = randomPass(random);
  const spans = [
    { fromUs: 1_000_000_000, untilUs: Number.POSITIVE_INFINITY, fromTick: 0, usPerTick: usPerTickAt(120), pass },
  ];
  const passUs = pass.lengthTicks * usPerTickAt(120);
  const joinedUs = 1_000_000_000 + Math.round(passUs * (2 + random()));
  const againUs = 1_000_000_000 + Math.ceil((joinedUs - 1_000_000_000) / passUs) * passUs;
  const play = (fromUs: number) => {
    const player = new LoopPlayer();
    const events = player
      .advance(new Map([['one', spans]]), fromUs, againUs + 2 * passUs)
      .flatMap((news) => news.events);
    return events.filter(({ timeUs }) => timeUs >= againUs && timeUs < againUs + 2 * passUs);
  };
  const releases = ({ data: [status = 0] }: TimedEvent) => (status & 0xf0) !== 0x80;
  expect(plain(play(joinedUs).filter(releases))).toEqual(plain(play(1_000_000_000).filter(releases)));
});

test('a note that sounds when its loop is stopped ends at that bar line, and not before', () => {
  const pass = passOf([{ tick: 0, data: Uint8Array.of(0x90, 60, 90) }], 4 * beatTicks);
  const span = { fromUs: 0, untilUs: Number.POSITIVE_INFINITY, fromTick: 0, usPerTick: usPerTickAt(120), pass };
  const player = new LoopPlayer();
  const started = player.advance(new Map([['one', [span]]]), 0, 500_000);
  expect(started.flatMap(({ events }) => plain(events))).toEqual([[0, 0x90, 60, 90]]);
  const stopped = player.advance(new Map([['one', [{ ...span, untilUs: 1_000_000 }]]]), 100_000, 1_200_000);
  expect(stopped).toEqual([
    { part: 'one', voidFromUs: undefined, events: [{ timeUs: 1_000_000, data: Uint8Array.of(0x80, 60, 64) }] },
  ]);
});
