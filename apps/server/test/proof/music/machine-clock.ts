/** The clock that all processes of this computer share, µs. */
export function sharedNowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

let pace = 1;

/** From now on the clock that the SDK reads runs this much faster than the shared one, as on a machine with another quartz. */
export function setPace(ppm: number): void {
  const now = performance.now.bind(performance);
  const startMs = now();
  pace = 1 + ppm / 1e6;
  performance.now = () => startMs + (now() - startMs) * pace;
}

interface Clock {
  serverNowUs(): number;
  readonly clock: { readonly driftPpm: number } | undefined;
}

/** A moment by two clocks, µs. */
export interface Moment {
  readonly serviceUs: number;
  readonly sharedUs: number;
}

/** Reading a clock takes less; whatever is longer is a stall. */
const readingUs = 20;

/** The service clock by this machine's estimate, and the shared clock at the same moment. */
export function momentBy(clock: Clock): Moment {
  for (;;) {
    const beforeUs = sharedNowUs();
    const serviceUs = clock.serverNowUs();
    const afterUs = sharedNowUs();
    if (afterUs - beforeUs <= readingUs) return { serviceUs, sharedUs: (beforeUs + afterUs) / 2 };
  }
}

/**
 * When this machine plays what it schedules now for a time on the service clock, by the shared clock: it waits for its own clock.
 * @param driftPpm how much faster the service clock runs, as far as the machine allows for it.
 */
export function playedAtUs({ serviceUs, sharedUs }: Moment, dueUs: number, driftPpm = 0): number {
  return sharedUs + (dueUs - serviceUs) / (1 + driftPpm / 1e6) / pace;
}
