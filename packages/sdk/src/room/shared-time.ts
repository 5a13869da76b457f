import { clickProblems, issues, limits, type Message, validationError } from '@roomtone/protocol';
import type { CallOptions } from '../call-options.ts';
import { type Beat, Metronome } from '../clock/metronome.ts';
import type { Requests } from '../connection/requests.ts';
import type { Emitter } from '../emitter.ts';
import { checkKeys } from '../known-keys.ts';
import type { NoteIntake } from '../notes/note-intake.ts';
import {
  type Click,
  type PlayoutMode,
  playoutModeOf,
  type Transport,
  transportOf,
  wireTransportOf,
} from './from-wire.ts';
import type { RoomEvents } from './room-types.ts';

/** A change of the metronome. Absent fields keep their values; before it was set, it stands still at 120 bpm in 4/4. */
export interface TransportChange {
  /** Beats per minute, 20 to 400, precise to thousandths. */
  readonly bpm?: number;
  /** 1 to 32. */
  readonly beatsPerBar?: number;
  readonly running?: boolean;
  /** How it clicks. */
  readonly click?: Click;
  /** When the first beat of bar 1 falls, service clock µs; default 500 ms from now. */
  readonly startTimeUs?: number;
}

/** When everybody is to hear the others: at once, at the same moment, or some bars later. At most one of the two. */
export interface PlayoutModeChange {
  readonly matched?: boolean;
  /** 1 to 16, at most 60 s; 0 ends it. */
  readonly intervalBars?: number;
}

const atOnce: PlayoutMode = { matched: false, commonDelayUs: 0, intervalBars: 0 };

/**
 * The time shared by everybody in the room: the metronome and the playout mode. The room's owner and moderators set
 * them; for others the calls reject with AUTHORIZATION_ERROR.
 */
export class SharedTime {
  readonly #requests: Requests;
  readonly #emitter: Emitter<RoomEvents>;
  readonly #notes: NoteIntake;
  readonly #serverNowUs: () => number;
  readonly #recallAll: () => void;
  readonly #metronome = new Metronome();
  #mode = atOnce;

  /** @param recallAll releases the notes of all others, and recalls those that are still to be heard. */
  constructor(
    requests: Requests,
    emitter: Emitter<RoomEvents>,
    notes: NoteIntake,
    serverNowUs: () => number,
    recallAll: () => void,
  ) {
    this.#recallAll = recallAll;
    this.#requests = requests;
    this.#emitter = emitter;
    this.#notes = notes;
    this.#serverNowUs = serverNowUs;
  }

  /**
   * The latest setting of the metronome, in force from its startTime on if it was running before. Undefined before a
   * join.
   */
  get transport(): Transport | undefined {
    return this.#metronome.transport;
  }

  /** The beats from `fromUs` up to but excluding `toUs`, service clock µs, including those of a count-in. */
  beatsBetween(fromUs: number, toUs: number): Beat[] {
    return this.#metronome.beatsBetween(fromUs, toUs);
  }

  /**
   * Resolves when everybody has the new setting. While the metronome runs, a change waits for the next bar.
   * @throws {RoomtoneError} VALIDATION_ERROR on `bpm`, `beatsPerBar` or a field of `click`.
   */
  async setTransport(change: TransportChange, options: CallOptions = {}): Promise<void> {
    checkKeys(change, 'bpm beatsPerBar running click startTimeUs', 'setTransport()');
    const now = { bpm: 120, beatsPerBar: 4, running: false, ...this.transport };
    const whole = { ...now, startTimeUs: 0, ...change, beatsBefore: 0 };
    checkTransport(whole);
    await this.#requests.tell({ kind: 'transport', body: wireTransportOf(whole) }, options);
  }

  get playoutMode(): PlayoutMode {
    return this.#mode;
  }

  /** How long this player's own sound must be delayed, µs: 0 unless playout is matched. */
  get ownDelayUs(): number {
    return this.#mode.matched ? this.#mode.commonDelayUs : 0;
  }

  /**
   * Sets when everybody hears the others. Matched: everybody delays their own sound, so that all hear the same. An interval:
   * everybody hears the others that many bars later, so that players who are far apart can play together.
   * @throws {RoomtoneError} VALIDATION_ERROR on `intervalBars`.
   */
  async setPlayoutMode(change: PlayoutModeChange, options?: CallOptions): Promise<void> {
    checkKeys(change, 'matched intervalBars', 'setPlayoutMode()');
    const body = { matched: false, intervalBars: 0, ...change, commonDelay: 0 };
    await this.#requests.tell({ kind: 'playoutMode', body }, options);
  }

  /** Starts over for a newly joined room. Called by the connection. */
  begin(transport: Transport | undefined): void {
    this.#metronome.reset(transport);
    this.#mode = atOnce;
  }

  /** Applies a frame that changes it; returns false for other frames. Called by the connection. */
  apply(message: Message): boolean {
    if (message.kind === 'transport') {
      const transport = transportOf(message.body);
      this.#metronome.set(transport, this.#serverNowUs());
      this.#emitter.emit('transport', transport);
    } else if (message.kind === 'playoutMode') {
      const before = this.#mode.intervalBars;
      this.#mode = playoutModeOf(message.body);
      const { matched, commonDelayUs, intervalBars: bars } = this.#mode;
      this.#notes.match(matched ? commonDelayUs : undefined);
      this.#notes.delayBy(bars === 0 ? undefined : (startUs) => this.#metronome.laterUs(startUs, bars));
      if (before !== 0 && before !== bars) this.#recallAll();
      this.#emitter.emit('playoutMode', this.#mode);
    } else return false;
    return true;
  }
}

function checkTransport(transport: Transport): void {
  const { bpm, beatsPerBar } = transport;
  const problems = clickProblems(wireTransportOf(transport).click);
  if (problems.length > 0) throw validationError(problems);
  const { tempo, beatsPerBar: beats } = limits.metronome;
  const [least, most] = [tempo.min / 1000, tempo.max / 1000];
  if (!(bpm >= least && bpm <= most)) throw validationError([{ field: 'bpm', ...issues.between(least, most) }]);
  if (!Number.isInteger(beatsPerBar) || beatsPerBar < beats.min || beatsPerBar > beats.max) {
    throw validationError([{ field: 'beatsPerBar', ...issues.wholeBetween(beats.min, beats.max) }]);
  }
}
