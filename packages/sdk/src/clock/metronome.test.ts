import { describe, expect, test } from 'vitest';
import { machineStartUs, runOnLan } from '../../test/lan.ts';
import { seededRandom } from '../../test/random.ts';
import type { Transport } from '../room/from-wire.ts';
import { Metronome } from './metronome.ts';

const startUs = 1_700_000_000_000_000;
const seed = 20_265;

function transport(changes: Partial<Transport> = {}): Transport {
  return { bpm: 120, beatsPerBar: 3, running: true, startTimeUs: startUs, ...changes, beatsBefore: 0 };
}

/** Milliseconds after startUs, bar and beat. */
function beats(metronome: Metronome, fromMs: number, toMs: number): number[][] {
  return metronome
    .beatsBetween(startUs + fromMs * 1000, startUs + toMs * 1000)
    .map(({ timeUs, bar, beat }) => [(timeUs - startUs) / 1000, bar, beat]);
}

describe('Metronome', () => {
  test('R9.5: beats follow the tempo from startTime on, after a count-in of one bar', () => {
    const metronome = new Metronome();
    expect(beats(metronome, 0, 1_000)).toEqual([]);
    metronome.set(transport(), startUs - 9e6);
    expect(beats(metronome, -9_000, 2_001)).toEqual([
      [-1_500, 0, 1],
      [-1_000, 0, 2],
      [-500, 0, 3],
      [0, 1, 1],
      [500, 1, 2],
      [1_000, 1, 3],
      [1_500, 2, 1],
      [2_000, 2, 2],
    ]);
    expect(beats(metronome, 500, 1_000)).toEqual([[500, 1, 2]]);
  });

  test('R9.10: so many bars later is the same place in the music, also if the tempo changes in between', () => {
    const metronome = new Metronome();
    expect(metronome.laterUs(startUs, 1)).toBeUndefined();
    metronome.set(transport({ startTimeUs: startUs + 9e6, running: false }), startUs);
    const laterMs = (atMs: number, bars: number) => {
      const laterUs = metronome.laterUs(startUs + atMs * 1000, bars);
      return laterUs === undefined ? undefined : (laterUs - startUs) / 1000;
    };
    expect(laterMs(0, 2)).toBe(3_000);
    metronome.set(transport(), startUs);
    expect([0, 1.5, 700].map((atMs) => laterMs(atMs, 2))).toEqual([3_000, 3_001.5, 3_700]);
    // From bar 3 on twice as slow, from bar 4 on as fast as before.
    metronome.set(transport({ bpm: 60, startTimeUs: startUs + 3e6 }), startUs + 1e6);
    metronome.set(transport({ startTimeUs: startUs + 6e6 }), startUs + 2e6);
    expect([0, 500, 1_500, 2_750, 3_000, 6_000].map((atMs) => laterMs(atMs, 2))).toEqual([
      3_000, 4_000, 6_000, 7_250, 7_500, 9_000,
    ]);
  });

  test('R9.9: an interval of more than 60 s is none', () => {
    const metronome = new Metronome();
    metronome.set(transport({ bpm: 48 }), startUs);
    expect(metronome.laterUs(startUs, 16)).toBe(startUs + 60_000_000);
    metronome.set(transport({ bpm: 47.999 }), startUs);
    expect(metronome.laterUs(startUs, 16)).toBeUndefined();
  });

  test('R9.4: a change while it runs takes effect at its bar line, without a count-in, and not before', () => {
    const metronome = new Metronome();
    metronome.set(transport(), startUs);
    metronome.set(
      transport({ bpm: 240, beatsPerBar: 2, startTimeUs: startUs + 1_500_000, beatsBefore: 0 }),
      startUs + 700_000,
    );
    expect(beats(metronome, 0, 2_000)).toEqual([
      [0, 1, 1],
      [500, 1, 2],
      [1_000, 1, 3],
      [1_500, 1, 1],
      [1_750, 1, 2],
    ]);
  });

  test('R9.4: it stops at the bar line, and a later start is counted in', () => {
    const metronome = new Metronome();
    metronome.set(transport(), startUs);
    metronome.set(transport({ running: false, startTimeUs: startUs + 1_500_000 }), startUs + 100_000);
    expect(beats(metronome, 900, 9_000)).toEqual([[1_000, 1, 3]]);
    metronome.set(transport({ startTimeUs: startUs + 2_700_000 }), startUs + 200_000);
    expect(beats(metronome, 900, 3_000)).toEqual([
      [1_000, 1, 3],
      [1_700, 0, 2],
      [2_200, 0, 3],
      [2_700, 1, 1],
    ]);
  });

  test('a change replaces one that has not taken effect yet', () => {
    const metronome = new Metronome();
    metronome.set(transport(), startUs);
    metronome.set(transport({ running: false, startTimeUs: startUs + 1_500_000 }), startUs);
    metronome.set(transport({ bpm: 60, startTimeUs: startUs + 1_500_000 }), startUs);
    expect(beats(metronome, 1_400, 3_000)).toEqual([
      [1_500, 1, 1],
      [2_500, 1, 2],
    ]);
    metronome.reset();
    expect([metronome.transport, beats(metronome, 0, 3_000)]).toEqual([undefined, []]);
  });

  test('R8.16, R9.5: the clicks of two machines on a LAN agree within 1 ms', () => {
    const clicksOf = (driftPpm: number, offsetUs: number, run: number) => {
      const metronome = new Metronome();
      metronome.set(transport({ startTimeUs: machineStartUs + 3_000_000 }), machineStartUs);
      const clicks = new Map<number, number>();
      const machine = { driftPpm, offsetUs, forUs: 300_000_000 };
      runOnLan(machine, seededRandom(run), (trueUs, { sync, localUs, trueUsAt }) => {
        const local = localUs(trueUs);
        const nowUs = local + sync.offsetUs(local);
        // Like an app: it schedules everything due before its next wake-up, by its own clock.
        for (const { timeUs } of metronome.beatsBetween(nowUs, nowUs + 260_000)) {
          if (!clicks.has(timeUs)) clicks.set(timeUs, trueUsAt(timeUs - sync.offsetUs(local)));
        }
      });
      return clicks;
    };
    const ada = clicksOf(100, 8_000_000, seed);
    const bea = clicksOf(-100, -60_000_000, seed + 1);
    const settled = [...ada].filter(([timeUs]) => bea.has(timeUs) && timeUs > machineStartUs + 2_000_000);
    const apartUs = Math.max(...settled.map(([timeUs, trueUs]) => Math.abs(trueUs - (bea.get(timeUs) ?? 0))));
    console.log(`seeds ${seed} and ${seed + 1}: clicks ${Math.round(apartUs)} µs apart at worst, of ${settled.length}`);
    expect(settled.length).toBeGreaterThan(590);
    expect(apartUs).toBeLessThan(1_000);
  });
});
