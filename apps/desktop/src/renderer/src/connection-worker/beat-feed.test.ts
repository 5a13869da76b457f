import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localNowUs } from '../contract/local-time.ts';
import type { BeatMessage } from '../contract/messages.ts';
import { BeatFeed } from './beat-feed.ts';
import { SoloMetronome } from './room-time.ts';

let messages: BeatMessage[];
let feed: BeatFeed;
let metronome: SoloMetronome;

const beats = () => messages.flatMap((message) => message.beats);
const names = () => beats().map(({ bar, beat }) => `${bar}.${beat}`);
const start = () => {
  const startTimeUs = metronome.nowUs() + 200_000;
  metronome.set({ bpm: 120, beatsPerBar: 3, running: true, startTimeUs });
  feed.follow(metronome);
  return startTimeUs;
};

beforeEach(() => {
  vi.useFakeTimers();
  messages = [];
  feed = new BeatFeed((message) => messages.push(message));
  metronome = new SoloMetronome();
});
afterEach(() => vi.useRealTimers());

describe('the feed of beats', () => {
  it('R9.5: announces each beat once, in advance, with its time on both clocks', () => {
    const startTimeUs = start();
    vi.advanceTimersByTime(2_000);
    expect(beats().map(({ serviceUs }) => serviceUs - startTimeUs)).toEqual([0, 500_000, 1e6, 1.5e6, 2e6]);
    expect(names()).toEqual(['1.1', '1.2', '1.3', '2.1', '2.2']);
    for (const { atUs, serviceUs } of beats()) expect(atUs).toBe(serviceUs);
  });

  it('converts to local time if the metronome uses another clock', () => {
    const aheadUs = 5_000_000;
    feed.follow({
      transport: { bpm: 120, beatsPerBar: 4, running: true, startTimeUs: 0, beatsBefore: 0 },
      nowUs: () => localNowUs() + aheadUs,
      beatsBetween: (fromUs) => [{ timeUs: fromUs, bar: 1, beat: 1, count: 0, clicks: [] }],
    });
    expect(beats().map(({ atUs, serviceUs }) => serviceUs - atUs)).toEqual([aheadUs]);
  });

  it('R9.4: announces future beats again when the metronome is set, and the moment when it stops', () => {
    const startTimeUs = start();
    vi.advanceTimersByTime(300);
    metronome.set({ bpm: 120, beatsPerBar: 3, running: false });
    feed.follow(metronome);
    expect(messages.at(-1)?.reset).toEqual({ stopsAtUs: startTimeUs + 1_500_000, beatsPerBar: 3, beatsBefore: 3 });
    vi.advanceTimersByTime(4_000);
    expect(new Set(names())).toEqual(new Set(['1.1', '1.2', '1.3']));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('R9.4: changes at the bar line, without a beat in between', () => {
    start();
    vi.advanceTimersByTime(400);
    metronome.set({ bpm: 240, beatsPerBar: 2, running: true });
    feed.follow(metronome);
    vi.advanceTimersByTime(1_700);
    const times = [...new Set(beats().map(({ serviceUs }) => serviceUs))];
    expect(times.slice(1).map((timeUs, index) => (timeUs - (times[index] ?? 0)) / 1_000)).toEqual([
      500, 500, 500, 250, 250, 250,
    ]);
  });

  it('is silent immediately when the own metronome is left running for a room', () => {
    start();
    metronome.stopImmediately();
    feed.follow(metronome);
    messages.length = 0;
    vi.advanceTimersByTime(3_000);
    expect(beats()).toEqual([]);
  });

  it('counts in only as far as there is time', () => {
    const barUs = 1_500_000;
    metronome.set({
      bpm: 120,
      beatsPerBar: 3,
      running: true,
      startTimeUs: metronome.nowUs() + barUs + 100_000,
    });
    feed.follow(metronome);
    vi.advanceTimersByTime(2_000);
    expect(names()).toEqual(['0.1', '0.2', '0.3', '1.1', '1.2']);
  });
});
