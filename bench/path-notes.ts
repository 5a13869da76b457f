/** What the listener tells of one note. */
export interface Heard {
  readonly note: number;
  /** When it was handed over for scheduling, µs of the system's monotonic clock. */
  readonly atUs: number;
  /** From the hand to when it sounds, by the service clock, µs. */
  readonly heardUs: number;
}

/** The system's monotonic clock, which all processes share, µs. */
export function nowUs(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** A note-on whose key and velocity say which one it is, of up to 8,064. */
export function noteOn(note: number): Uint8Array {
  return Uint8Array.of(0x90, Math.floor(note / 64), (note % 64) + 1);
}

export function numberOf(data: Uint8Array): number {
  return (data[1] ?? 0) * 64 + (data[2] ?? 1) - 1;
}
