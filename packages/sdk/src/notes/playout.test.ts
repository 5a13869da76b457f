import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../test/random.ts';
import { makeTrace, type TraceName, traceFile } from '../../test/traces/make-traces.ts';
import { Playout } from './playout.ts';

const seed = 4711;

interface Path {
  readonly name: string;
  /** One transit time, µs. */
  readonly transitUs: (random: () => number) => number;
  /** Upper bound of the settled delay, µs. */
  readonly delayBelowUs: number;
}

const steady = { transitUs: () => 1_000 };

const gauss = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const paths: Path[] = [
  { name: 'a quiet LAN', transitUs: (random) => 300 + random() * 200, delayBelowUs: 3_000 },
  { name: 'a LAN whose clocks are 2 ms apart', transitUs: (random) => -1_700 + random() * 200, delayBelowUs: 3_000 },
  { name: 'even jitter of 20 ms', transitUs: (random) => 30_000 + random() * 20_000, delayBelowUs: 60_000 },
  {
    name: 'normally distributed jitter of 5 ms',
    transitUs: (random) => 40_000 + gauss(random) * 5_000,
    delayBelowUs: 70_000,
  },
  { name: 'queues of 5 ms', transitUs: (random) => 20_000 - Math.log(1 - random()) * 5_000, delayBelowUs: 70_000 },
];

/**
 * Plays notes over a path that keeps their order, as TCP does; returns the share of late notes and the final delay.
 */
function play(
  playout: Playout,
  path: Pick<Path, 'transitUs'>,
  notes: number,
  random = seededRandom(seed),
  startUs = 1e15,
) {
  let endUs = startUs;
  let arrivalUs = 0;
  let lateAtFirst = 0;
  for (let note = 0; note < notes; note++) {
    endUs += Math.round(random() * 200_000);
    arrivalUs = Math.max(arrivalUs, Math.round(endUs + path.transitUs(random)));
    playout.schedule(endUs, 0, arrivalUs);
    if (note === 99) lateAtFirst = playout.figures.late;
  }
  return { lateAtFirst, lateShare: (playout.figures.late - lateAtFirst) / (notes - 100), endUs };
}

describe('Playout', () => {
  test.each(paths)('over $name, few notes are late and the delay is short (seeds 1 to 20)', (path) => {
    const runs = Array.from({ length: 20 }, (_, index) => {
      const playout = new Playout();
      return { ...play(playout, path, 1_500, seededRandom(index + 1)), delayUs: playout.figures.delayUs };
    });
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const late = mean(runs.map(({ lateShare }) => lateShare * 100)).toFixed(2);
    const delayMs = (mean(runs.map(({ delayUs }) => delayUs)) / 1_000).toFixed(1);
    console.log(`${path.name}: ${late} % late, played out ${delayMs} ms after the hand`);
    expect(mean(runs.map(({ lateShare }) => lateShare))).toBeLessThan(0.005);
    expect(mean(runs.map(({ lateAtFirst }) => lateAtFirst))).toBeLessThan(2);
    for (const { delayUs } of runs) expect(delayUs).toBeLessThan(path.delayBelowUs);
  });

  test.each<[TraceName, { delayUs: number; lateShare: number }]>([
    ['quiet-lan', { delayUs: 3_000, lateShare: 0.001 }],
    ['home-wifi', { delayUs: 80_000, lateShare: 0.007 }],
  ])('over the trace %s, the delay is short and hardly a note is late', (name, most) => {
    const trace = readFileSync(traceFile(name), 'utf8').trim().split('\n').map(Number);
    expect(trace).toEqual(makeTrace(name));
    const playout = new Playout();
    const delays: number[] = [];
    const path = {
      transitUs: () => {
        delays.push(playout.figures.delayUs);
        return trace[delays.length - 1] ?? 0;
      },
    };
    const { lateShare } = play(playout, path, trace.length);
    const longestUs = Math.max(...delays.slice(100));
    const usualMs = (delays.toSorted((one, other) => one - other)[delays.length >> 1] ?? 0) / 1_000;
    console.log(
      `${name}: ${(lateShare * 100).toFixed(2)} % late, played out ${usualMs} ms after the hand, ${longestUs / 1_000} ms at most`,
    );
    expect(lateShare).toBeLessThan(most.lateShare);
    expect(longestUs).toBeLessThan(most.delayUs);
  });

  test.each(paths.slice(2))(
    'with the quick style, notes over $name sound sooner, and about one in four is late',
    (path) => {
      const [steady, quick] = [new Playout(), new Playout()];
      quick.prefer('quick');
      const { lateShare } = play(quick, path, 1_500);
      play(steady, path, 1_500);
      expect(quick.figures.delayUs).toBeLessThan(steady.figures.delayUs);
      expect(lateShare).toBeGreaterThan(0.1);
      expect(lateShare).toBeLessThan(0.35);
    },
  );

  test('notes sound as far apart as they were played while the delay does not change', () => {
    const playout = new Playout();
    const { endUs } = play(playout, steady, 500);
    const first = playout.schedule(endUs, 0, endUs + 1_000);
    expect(playout.schedule(endUs + 137, 0, endUs + 1_100) - first).toBeCloseTo(137, -1);
  });

  test('a late note sounds immediately, and a single one does not lengthen the delay', () => {
    const playout = new Playout();
    const { endUs } = play(playout, steady, 500);
    const { delayUs } = playout.figures;
    expect(playout.schedule(endUs, 0, endUs + 80_000)).toBe(endUs + 80_000);
    expect(playout.figures.late).toBe(1);
    expect(playout.figures.delayUs).toBeLessThanOrEqual(delayUs);
  });

  test('the notes that wait for one lost packet of TCP do not lengthen the delay', () => {
    const playout = new Playout();
    const { endUs } = play(playout, steady, 500);
    const { delayUs } = playout.figures;
    for (let atUs = endUs; atUs < endUs + 300_000; atUs += 10_000) {
      playout.schedule(atUs, 0, endUs + 300_000 + (atUs - endUs) / 4);
    }
    expect(playout.figures.late).toBe(30);
    expect(playout.figures.delayUs).toBeLessThanOrEqual(delayUs);
  });

  test('the delay grows if slow notes keep coming', () => {
    const playout = new Playout();
    let { endUs } = play(playout, steady, 500);
    for (let note = 0; note < 100; note++) {
      endUs += 50_000;
      playout.schedule(endUs, 0, endUs + (note % 10 === 0 ? 40_000 : 1_000));
    }
    expect(playout.figures.delayUs).toBeGreaterThanOrEqual(40_000);
    expect(playout.figures.late).toBeLessThan(8);
  });

  test(`a sender whose clock is 5 s slow sounds as even as any other (seed ${seed})`, () => {
    const playout = new Playout();
    const path = { transitUs: (random: () => number) => 5_030_000 + random() * 20_000 };
    expect(play(playout, path, 2_000).lateShare).toBeLessThan(0.01);
    expect(playout.figures.delayUs).toBeLessThan(5_060_000);
  });

  test('a stream that is sent ahead of time sounds on time', () => {
    const playout = new Playout();
    for (let atUs = 1e15; atUs < 1e15 + 10e6; atUs += 250_000) {
      const playAtUs = playout.schedule(atUs, 0, atUs - 1_000_000);
      expect(playAtUs - atUs).toBeGreaterThanOrEqual(0);
      expect(playAtUs - atUs).toBeLessThan(10_000);
    }
  });

  test(`a sender's notes keep their order, none sounds before it arrives, none is delayed for long (seed ${seed})`, () => {
    const message = fc.record({
      gapUs: fc.integer({ min: 0, max: 300_000 }),
      transitUs: fc.integer({ min: -2_000_000, max: 10_000_000 }),
      spanUs: fc.constantFrom(0, 0, 1_000, 400_000),
    });
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 300 }),
        fc.integer({ min: 0, max: 500_000 }),
        (messages, maxDelayUs) => {
          const playout = new Playout(maxDelayUs);
          let startUs = 1e15;
          let arrivalUs = 0;
          let busyUntilUs = 0;
          let slowestUs = 0;
          for (const { gapUs, transitUs, spanUs } of messages) {
            startUs += gapUs;
            arrivalUs = Math.max(arrivalUs, startUs + transitUs);
            const playAtUs = playout.schedule(startUs, spanUs, arrivalUs);
            expect(playAtUs).toBeGreaterThanOrEqual(Math.max(arrivalUs, busyUntilUs));
            slowestUs = Math.max(slowestUs, arrivalUs - startUs);
            const latestUs = startUs + slowestUs + maxDelayUs;
            expect(playAtUs).toBeLessThanOrEqual(Math.max(latestUs, arrivalUs, busyUntilUs));
            busyUntilUs = playAtUs + spanUs;
          }
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  test('no note is delayed longer than allowed to cover jitter', () => {
    const playout = new Playout(20_000);
    const { endUs } = play(playout, steady, 500);
    play(playout, { transitUs: () => 300_000 }, 50, seededRandom(seed), endUs);
    expect(playout.figures.delayUs).toBe(21_000);
  });

  test('cancelled notes do not delay later ones', () => {
    const playout = new Playout();
    const first = playout.schedule(1e15, 900_000, 1e15);
    playout.cancel();
    expect(playout.schedule(1e15 + 10, 0, 1e15 + 10)).toBeLessThan(first + 900_000);
  });

  test('two dense seconds of notes do not displace the minute before', () => {
    const playout = new Playout();
    const { endUs } = play(playout, { transitUs: (random) => 20_000 + random() * 20_000 }, 400);
    const before = playout.figures.delayUs;
    for (let atUs = endUs; atUs < endUs + 2e6; atUs += 1_000) playout.schedule(atUs, 0, atUs + 20_000);
    expect(playout.figures.delayUs).toBeGreaterThan(before - 6_000);
  });
});
