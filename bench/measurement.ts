// Figures of a server, and how a measurement is run.
import type { Peer } from './load/peers.ts';
import type { MeasuredProcess } from './measured-process.ts';

/** The results of one measurement; figures that do not apply are undefined. */
export interface Figures {
  /** From the load generator's write to its read, µs. */
  p50?: number;
  p99?: number;
  /** When the last receiver of a fan-out got its note: median, µs. */
  last?: number;
  /** Server CPU per delivered note, µs. */
  cpu?: number;
  /** Delivered notes per second. */
  throughput?: number;
  /** Server memory per connection, bytes. */
  memory?: number;
}

export interface Measured {
  readonly peer: Peer;
  readonly server: MeasuredProcess;
}

/** A server with the players of one kind of load, measured repeatedly in turn with others. */
export interface Measurement {
  /** Number of slices, or floods, that were kept so far. */
  readonly kept: number;
  /**
   * The share of time for which other processes kept the server or the load generator from its core in the quietest
   * slice, kept or not.
   */
  readonly minTaken: number;
  /** Plays for about a second and keeps the slices in which other processes took no more than that share. */
  measure(maxTaken: number): Promise<void>;
  /** The results of everything that was kept. */
  figures(): Figures;
  /** Sends what idle clients send: servers close connections that are silent for long. */
  settle(): void;
  /** Closes every connection. */
  leave(): void;
}

/** The amount to measure. */
export interface Wanted {
  /** Number of slices; one flood is enough. */
  readonly slices: number;
  /** Players who can play more than once warm up for this long first. */
  readonly warmUpMs: number;
}
