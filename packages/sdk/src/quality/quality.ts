import type { DatagramState, Message, Outgoing, QualityReport } from '@roomtone/protocol';
import type { DirectFigures } from '../direct/direct-figures.ts';
import type { Timers } from '../environment.ts';
import type { DatagramQuality } from '../notes/datagram-figures.ts';
import type { ArrivalFigures, NoteIntake } from '../notes/note-intake.ts';

/** Quality of the connection between another participant and this one. */
export interface PlayerQuality {
  readonly participantId: number;
  /** Their last report; undefined before the first. */
  readonly reported: ReportedQuality | undefined;
  /**
   * Time from them to here, µs: half of both round trips to the server, less by what a direct path wins; undefined until both are
   * known.
   */
  readonly oneWayUs: number | undefined;
  /** Measurements of their notes here; undefined before the first note. */
  readonly arrivals: ArrivalFigures | undefined;
  /** The direct path from them to here; undefined in programs without `@roomtone/sdk/direct`. */
  readonly direct: DirectFigures | undefined;
}

/** A participant's own measurements. */
export interface ReportedQuality {
  /** Round trip to the server, µs. */
  readonly rttUs: number;
  /** Jitter of arriving notes and playout delay in use, µs; each the worst over all senders. */
  readonly jitterUs: number;
  readonly playoutDelayUs: number;
  /** Since they joined: notes that arrived too late to be played on time, and events of theirs that were dropped. */
  readonly late: number;
  readonly dropped: number;
  /** How notes come from the server to them. */
  readonly datagrams: DatagramQuality;
}

export interface QualityDeps {
  readonly timers: Timers;
  send(message: Outgoing<'quality'>): void;
  /** The last round trip, µs; undefined before the first. */
  rttUs(): number | undefined;
  serverNowUs(): number;
  /** Own events dropped since joining the room. */
  dropped(): number;
  /** How notes come from the server to this client. */
  datagrams(): DatagramQuality;
  /** The direct path from a participant; undefined if there are none. */
  direct(participantId: number): DirectFigures | undefined;
  /** The other participants in the room. */
  others(): Iterable<number>;
  /** Called every 2 s with the measurements for everybody. */
  onFigures(all: readonly PlayerQuality[]): void;
}

/** By their DatagramState on the wire. */
const states = ['none', 'ready', 'used'] as const satisfies readonly DatagramQuality['state'][];

/** How often measurements are reported (R12.1). */
const intervalMs = 2_000;

/**
 * Reports this client's measurements to the others in the room every 2 s, and combines theirs with those made here.
 */
export class QualityExchange {
  readonly #deps: QualityDeps;
  readonly #notes: NoteIntake;
  readonly #reports = new Map<number, QualityReport>();
  #timer: unknown;

  constructor(notes: NoteIntake, deps: QualityDeps) {
    this.#notes = notes;
    this.#deps = deps;
  }

  /** Call it when the room is joined. */
  start(): void {
    this.stop();
    this.#timer = this.#deps.timers.setTimeout(() => {
      this.start();
      this.#report();
      this.#deps.onFigures(this.all());
    }, intervalMs);
  }

  /** Call it when the room is no longer joined, even temporarily. */
  stop(): void {
    this.#deps.timers.clearTimeout(this.#timer);
  }

  /** Takes the reports of the others. */
  take({ body }: Message<'quality'>): void {
    for (const report of body.reports) this.#reports.set(report.participant, report);
  }

  forget(participant: number): void {
    this.#reports.delete(participant);
  }

  /** The measurements for everybody, as far as they are known. */
  all(): PlayerQuality[] {
    return Array.from(this.#deps.others(), (participantId) => this.#of(participantId));
  }

  #of(participantId: number): PlayerQuality {
    const report = this.#reports.get(participantId);
    const rttUs = this.#deps.rttUs();
    const direct = this.#deps.direct(participantId);
    const wonUs = direct?.state === 'used' ? Math.max(0, direct.winUs ?? 0) : 0;
    return {
      participantId,
      reported: report && {
        rttUs: report.rtt,
        jitterUs: report.jitter,
        playoutDelayUs: report.playoutDelay,
        late: report.late,
        dropped: report.dropped,
        datagrams: {
          state: states[report.datagramState] ?? 'none',
          received: report.datagramsReceived,
          lost: report.datagramsLost,
          repaired: report.repaired,
        },
      },
      oneWayUs:
        report === undefined || rttUs === undefined
          ? undefined
          : Math.max(0, Math.round((report.rtt + rttUs) / 2 - wonUs)),
      arrivals: this.#notes.figures(participantId, this.#deps.serverNowUs()),
      direct,
    };
  }

  #report(): void {
    const rttUs = this.#deps.rttUs();
    // Nothing is known yet, and a report of 0 would mean no delay at all.
    if (rttUs === undefined) return;
    const { delayUs, jitterUs, late } = this.#notes.worst;
    const { state, received, lost, repaired } = this.#deps.datagrams();
    const body = {
      rtt: rttUs,
      jitter: jitterUs,
      playoutDelay: delayUs,
      late,
      dropped: this.#deps.dropped(),
      datagramState: states.indexOf(state) as DatagramState,
      datagramsReceived: received,
      datagramsLost: lost,
      repaired,
      reports: [],
    };
    this.#deps.send({ kind: 'quality', body });
  }
}
