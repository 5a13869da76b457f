/** The listener's report about one note. */
export interface Heard {
  readonly note: number;
  /** When it was passed on for scheduling, µs of the system's monotonic clock. */
  readonly atUs: number;
  /** Time from the hand to the sound, by the service clock, µs. */
  readonly heardUs: number;
}

/** The system's monotonic clock, which all processes share, µs. */
export function nowUs(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** A note-on whose key and velocity encode its number, up to 8,064. */
export function noteOn(note: number): Uint8Array {
  return Uint8Array.of(0x90, Math.floor(note / 64), (note % 64) + 1);
}

export function numberOf(data: Uint8Array): number {
  return (data[1] ?? 0) * 64 + (data[2] ?? 1) - 1;
}
