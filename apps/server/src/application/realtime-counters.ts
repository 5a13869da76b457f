/** Upper bounds of the relay latency's buckets, µs. */
const latencyBoundsUs = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000] as const;

/** The same for the event loop's delay; timers are no finer than a millisecond. */
const delayBoundsUs = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000].map((ms) => ms * 1_000);

/** Durations, counted in buckets that are allocated beforehand: the note path only adds numbers. */
export class DurationCounts {
  /** Upper bounds of the buckets, µs, in ascending order. */
  readonly boundsUs: readonly number[];
  /** One for each bound, and one for longer durations. */
  readonly counts: Float64Array;
  #sumUs = 0;

  constructor(boundsUs: readonly number[]) {
    this.boundsUs = boundsUs;
    this.counts = new Float64Array(boundsUs.length + 1);
  }

  get sumUs(): number {
    return this.#sumUs;
  }

  add(us: number): void {
    const { boundsUs } = this;
    let bucket = 0;
    while (bucket < boundsUs.length && us > (boundsUs[bucket] ?? 0)) bucket++;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.#sumUs += us;
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
  /** Data channels that are open or being opened. */
  datagramChannels: number;
  datagramsSent: number;
  datagramsReceived: number;
  /** Datagrams that could not be read, or held what none may hold. */
  datagramsInvalid: number;
  /** Datagrams beyond what a channel may bring in a second; each ended its channel. */
  datagramsOverQuota: number;
  /** Datagrams from clients that did not arrive, as far as later ones show. */
  datagramsLost: number;
  /** Sides of direct channels that were passed on to other participants. */
  directSignals: number;
  /** Requests for somebody's own address that were answered, and those that were not. */
  stunAnswered: number;
  stunRefused: number;
  /** Participants who hear voices, or are about to. */
  voiceConnections: number;
  /** Packets of voices: of speakers, to listeners, of those who may not talk, and too many or too late. */
  voicePacketsReceived: number;
  voicePacketsSent: number;
  voicePacketsRefused: number;
  voicePacketsDropped: number;
  /** Messages of notes that a datagram brought before the WebSocket did. */
  notesSooner: number;
  /** Messages of notes from clients that the WebSocket brought and no datagram did (R17.14). */
  notesRepaired: number;
  /** From a message's arrival to its last reader's socket. */
  readonly relayLatency: DurationCounts;
  /** Delay with which the event loop ran what was due, measured four times a second. */
  readonly eventLoopDelay: DurationCounts;
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
    datagramChannels: 0,
    datagramsSent: 0,
    datagramsReceived: 0,
    datagramsInvalid: 0,
    datagramsOverQuota: 0,
    datagramsLost: 0,
    directSignals: 0,
    voiceConnections: 0,
    voicePacketsReceived: 0,
    voicePacketsSent: 0,
    voicePacketsRefused: 0,
    voicePacketsDropped: 0,
    stunAnswered: 0,
    stunRefused: 0,
    notesSooner: 0,
    notesRepaired: 0,
    relayLatency: new DurationCounts(latencyBoundsUs),
    eventLoopDelay: new DurationCounts(delayBoundsUs),
  };
}
