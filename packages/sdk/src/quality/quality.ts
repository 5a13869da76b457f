import type { Message, Outgoing, QualityReport } from '@roomtone/protocol';
import type { Timers } from '../environment.ts';
import type { ArrivalFigures, NoteIntake } from '../notes/note-intake.ts';

/** How it goes between another participant and oneself. */
export interface PlayerQuality {
  readonly participant: number;
  /** What they last said of themselves; undefined before they did. */
  readonly reported: ReportedQuality | undefined;
  /** From them to here, µs: half of both round trips to the server; undefined before both are known. */
  readonly oneWayUs: number | undefined;
  /** What was measured here on their notes; undefined before their first. */
  readonly arrivals: ArrivalFigures | undefined;
}

/** A participant's own figures. */
export interface ReportedQuality {
  /** Round trip to the server, µs. */
  readonly rttUs: number;
  /** Jitter of the notes that arrive there, and the playout delay in use, µs: the worst of all senders'. */
  readonly jitterUs: number;
  readonly playoutDelayUs: number;
  /** Since they joined: notes that came too late to sound in time, and events of theirs that were dropped. */
  readonly late: number;
  readonly dropped: number;
}

export interface QualityDeps {
  readonly timers: Timers;
  send(message: Outgoing<'quality'>): void;
  /** The latest round trip, µs; undefined before the first. */
  rttUs(): number | undefined;
  serverNowUs(): number;
  /** Events of one's own that were dropped since the room was joined. */
  dropped(): number;
  /** Those who are inside, oneself aside. */
  others(): Iterable<number>;
  /** It is time for everybody to look at the figures. */
  onFigures(all: readonly PlayerQuality[]): void;
}

/** How often figures are told (R12.1). */
const intervalMs = 2_000;

/** Tells the others in the room one's own figures every 2 s, and puts theirs together with what is measured here. */
export class QualityExchange {
  readonly #deps: QualityDeps;
  readonly #notes: NoteIntake;
  readonly #reports = new Map<number, QualityReport>();
  #timer: unknown;

  constructor(notes: NoteIntake, deps: QualityDeps) {
    this.#notes = notes;
    this.#deps = deps;
  }

  /** The room is joined. */
  start(): void {
    this.stop();
    this.#timer = this.#deps.timers.setTimeout(() => {
      this.start();
      this.#report();
      this.#deps.onFigures(this.all());
    }, intervalMs);
  }

  /** The room is not joined for now, or no longer. */
  stop(): void {
    this.#deps.timers.clearTimeout(this.#timer);
  }

  /** Takes in what the others said. */
  take({ body }: Message<'quality'>): void {
    for (const report of body.reports) this.#reports.set(report.participant, report);
  }

  forget(participant: number): void {
    this.#reports.delete(participant);
  }

  /** Everybody's, as far as it is known by now. */
  all(): PlayerQuality[] {
    return Array.from(this.#deps.others(), (participant) => this.#of(participant));
  }

  #of(participant: number): PlayerQuality {
    const report = this.#reports.get(participant);
    const rttUs = this.#deps.rttUs();
    return {
      participant,
      reported: report && {
        rttUs: report.rtt,
        jitterUs: report.jitter,
        playoutDelayUs: report.playoutDelay,
        late: report.late,
        dropped: report.dropped,
      },
      oneWayUs: report === undefined || rttUs === undefined ? undefined : Math.round((report.rtt + rttUs) / 2),
      arrivals: this.#notes.figures(participant, this.#deps.serverNowUs()),
    };
  }

  #report(): void {
    const rttUs = this.#deps.rttUs();
    // Nothing is known yet, and 0 would say that the way is none.
    if (rttUs === undefined) return;
    const { delayUs, jitterUs, late } = this.#notes.worst;
    const figures = { rtt: rttUs, jitter: jitterUs, playoutDelay: delayUs, late, dropped: this.#deps.dropped() };
    this.#deps.send({ kind: 'quality', body: { ...figures, reports: [] } });
  }
}
