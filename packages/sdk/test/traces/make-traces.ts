// Generates the traces in this directory: `npm run exec -- node packages/sdk/test/traces/make-traces.ts`. See
// README.md.
import { writeFileSync } from 'node:fs';
import { seededRandom } from '../random.ts';

/** Transit times of successive notes from one player to another, µs. */
export type Trace = readonly number[];

const notes = 6_000;

export const traceSeeds = { 'quiet-lan': 20_271, 'home-wifi': 20_272 } as const;
export type TraceName = keyof typeof traceSeeds;

const exponential = (random: () => number, meanUs: number) => -Math.log(1 - random()) * meanUs;

/** Two switches and two sockets; sometimes a machine is busy. */
function lanTransitUs(random: () => number): number {
  const usual = 350 + exponential(random, 90);
  return random() < 0.002 ? usual + random() * 1_500 : usual;
}

/**
 * Both machines on one access point: waits for airtime, retries one frame in twenty, and for a few notes in a thousand a
 * scan, or a radio that slept until the next beacon.
 */
function wifiTransitUs(random: () => number): number {
  let us = 1_600 + exponential(random, 900) + exponential(random, 900);
  while (random() < 0.05) us += 1_000 + random() * 4_000;
  return random() < 0.004 ? us + random() * 102_400 : us;
}

export function makeTrace(name: TraceName): Trace {
  const random = seededRandom(traceSeeds[name]);
  const transitUs = name === 'quiet-lan' ? lanTransitUs : wifiTransitUs;
  return Array.from({ length: notes }, () => Math.round(transitUs(random)));
}

export function traceFile(name: TraceName): URL {
  return new URL(`${name}.txt`, import.meta.url);
}

if (process.argv[1] === import.meta.filename) {
  for (const name of Object.keys(traceSeeds) as TraceName[]) {
    writeFileSync(traceFile(name), `${makeTrace(name).join('\n')}\n`);
  }
}
