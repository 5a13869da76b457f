import { Histogram } from 'prom-client';

/** Upper bounds of the relay latency's buckets, µs. */
const latencyBoundsUs = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000] as const;

/** The same for the event loop's delay; timers are no finer than a millisecond. */
const delayBoundsUs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000].map((ms) => ms * 1_000);

/** A histogram in seconds of durations that are measured in µs. */
export class DurationHistogram {
  /** Belongs to no registry yet. */
  readonly metric: Histogram;

  constructor(name: string, help: string, boundsUs: readonly number[]) {
    this.metric = new Histogram({ name, help, buckets: boundsUs.map((us) => us / 1_000_000), registers: [] });
  }

  add(us: number): void {
    this.metric.observe(us / 1_000_000);
  }
}

/** Figures that realtime/ counts as it goes; read when /metrics is requested. */
export interface RealtimeCounters {
  /** Open now. */
  connections: number;
  /** MIDI events that players sent in valid messages. */
  notesIn: number;
  /** MIDI events handed to readers. */
  notesDelivered: number;
  /** MIDI events left out because their player was over the quota. */
  notesOverQuota: number;
  /** MIDI events left out for a reader too far behind. */
  notesMissed: number;
  /** Readers closed with 4429. */
  slowConsumersClosed: number;
  /** Upgrades refused for their ticket. */
  ticketFailures: number;
  /** From a message's arrival to its last reader's socket. */
  readonly relayLatency: DurationHistogram;
  /** Delay with which the event loop ran what was due, measured four times a second. */
  readonly eventLoopDelay: DurationHistogram;
}

export function createRealtimeCounters(): RealtimeCounters {
  return {
    connections: 0,
    notesIn: 0,
    notesDelivered: 0,
    notesOverQuota: 0,
    notesMissed: 0,
    slowConsumersClosed: 0,
    ticketFailures: 0,
    relayLatency: new DurationHistogram(
      'roomtone_relay_latency_seconds',
      'Time from a message of notes coming in to its last reader’s socket.',
      latencyBoundsUs,
    ),
    eventLoopDelay: new DurationHistogram(
      'roomtone_event_loop_delay_seconds',
      'How late the event loop came to what was due, looked at four times a second.',
      delayBoundsUs,
    ),
  };
}
