import { Metronome } from '@roomtone/sdk';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeMidi } from '../../../../test/support/fake-midi.ts';
import { DeviceOutputs } from '../../../midi/device-outputs.ts';
import { noOutputs } from '../../../shared/midi-messages.ts';
import { localNowUs } from '../contract/local-time.ts';
import { ClockFeed } from './clock-feed.ts';

const drums = 'Rack:Rack 20:0';
const beginUs = 5_000_000;
const seed = 20_261_122;
const [tick, start, stop] = [0xf8, 0xfa, 0xfc];

let midi: FakeMidi;
let outputs: DeviceOutputs;
let feed: ClockFeed;
let metronome: Metronome;
/** The believed offset of the metronome's clock: local clock plus this. */
let offsetUs: number;
/** How long the machine has stalled in total: its clock advanced, but its timers did not. */
let heldUpMs: number;

const source = () => {
  const metronomeOfSource = metronome;
  return {
    get transport() {
      return metronomeOfSource.transport;
    },
    beatsBetween: (fromUs: number, toUs: number) => metronomeOfSource.beatsBetween(fromUs, toUs),
    nowUs: () => localNowUs() + offsetUs,
  };
};
const sent = () => midi.sent.map(({ data }) => data[0]);
const set = (running: boolean, startTime: number, nowUs: number) =>
  metronome.set({ bpm: 240, beatsPerBar: 2, running, startTimeUs: startTime, beatsBefore: 0 }, nowUs);

const begin = () => {
  vi.useFakeTimers();
  heldUpMs = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + heldUpMs);
  midi = new FakeMidi();
  midi.plug(drums);
  outputs = new DeviceOutputs(midi, localNowUs);
  outputs.setPlan({ ...noOutputs, clock: 'Rack:Rack' });
  offsetUs = beginUs - localNowUs();
  metronome = new Metronome();
  feed = new ClockFeed();
  feed.setReceiver((messages, continuity, toLocalUs) => {
    const timed = messages.map(({ timeUs, status }) => ({ atUs: timeUs + toLocalUs, serviceUs: timeUs, status }));
    outputs.sendClock({ kind: 'beat-clock', continuity, messages: timed });
  });
};
const end = () => {
  feed.setReceiver(undefined);
  outputs.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
};

describe('a device that follows a metronome by MIDI clock', () => {
  beforeEach(begin);
  afterEach(end);

  it(`R9.3: counts every tick from Start to Stop, even if the machine stalls and the clock offset is still being measured (seed ${seed})`, () => {
    const turn = fc.record({
      afterMs: fc.integer({ min: 100, max: 300 }),
      heldUpMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_500 })),
      offUs: fc.integer({ min: -40_000, max: 40_000 }),
      isToldAgain: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 12 }), fc.integer({ min: 1, max: 6 }), (turns, bars) => {
        end();
        begin();
        const room = source();
        const rightUs = offsetUs;
        const beganUs = room.nowUs();
        feed.follow(room);
        set(true, beganUs + 500_000, beganUs);
        feed.follow(room);
        for (const { afterMs, heldUpMs: moreMs, offUs, isToldAgain } of turns) {
          vi.advanceTimersByTime(afterMs);
          heldUpMs += moreMs;
          offsetUs = rightUs + offUs;
          if (isToldAgain) feed.follow(room);
        }
        const nowUs = localNowUs() + rightUs;
        const ranBars = Math.ceil((nowUs - beganUs) / 500_000) + bars;
        set(false, beganUs + 500_000 + ranBars * 500_000, nowUs);
        feed.follow(room);
        vi.advanceTimersByTime((bars + 3) * 500);
        const ticks = new Array(ranBars * 48).fill(tick);
        expect(sent().slice(sent().indexOf(start))).toEqual([start, ...ticks, stop]);
      }),
      { numRuns: 300, seed },
    );
  });

  it('is stopped after a gap, and started again at the next bar line', () => {
    const room = source();
    set(true, beginUs, beginUs - 1);
    feed.follow(room);
    vi.advanceTimersByTime(2_600);
    heldUpMs += 60_000;
    vi.advanceTimersByTime(1_000);
    const after = sent().slice(sent().indexOf(stop) + 1);
    expect(after).toContain(start);
    expect(after.indexOf(start)).toBeLessThanOrEqual(48);
    // One second of ticks, and none of the minute before it.
    expect(after.length).toBeLessThanOrEqual(96 + 1);
  });

  it('is switched to another metronome by Stop and Start', () => {
    set(true, beginUs + 10_000, beginUs);
    feed.follow(source());
    vi.advanceTimersByTime(300);
    metronome = new Metronome();
    feed.follow(source());
    expect(sent().at(-1)).toBe(stop);
    set(true, beginUs + 800_000, beginUs + 300_000);
    feed.follow(source());
    vi.advanceTimersByTime(1_000);
    expect(sent().lastIndexOf(start)).toBeGreaterThan(sent().indexOf(stop));
  });
});
