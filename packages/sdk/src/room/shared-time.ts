import { issues, limits, type Message, validationError } from '@roomtone/protocol';
import type { CallOptions } from '../call-options.ts';
import { type Beat, Metronome } from '../clock/metronome.ts';
import type { Requests } from '../connection/requests.ts';
import type { Emitter } from '../emitter.ts';
import { checkKeys } from '../known-keys.ts';
import type { NoteIntake } from '../notes/note-intake.ts';
import { type PlayoutMode, playoutModeOf, type Transport, transportOf, wireTransportOf } from './from-wire.ts';
import type { RoomEvents } from './room-types.ts';

/** A change of the metronome. Absent fields keep their values; before it was set, it stands still at 120 bpm in 4/4. */
export interface TransportChange {
  /** Beats per minute, 20 to 400, precise to thousandths. */
  readonly bpm?: number;
  /** 1 to 32. */
  readonly beatsPerBar?: number;
  readonly running?: boolean;
  /** When the first beat of bar 1 falls, service clock µs; default 500 ms from now. */
  readonly startTimeUs?: number;
}

const unmatched: PlayoutMode = { matched: false, commonDelayUs: 0 };

/**
 * The time shared by everybody in the room: the metronome and matched playout. The room's owner and moderators set
 * them; for others the calls reject with AUTHORIZATION_ERROR.
 */
export class SharedTime {
  readonly #requests: Requests;
  readonly #emitter: Emitter<RoomEvents>;
  readonly #notes: NoteIntake;
  readonly #serverNowUs: () => number;
  readonly #metronome = new Metronome();
  #mode = unmatched;

  constructor(requests: Requests, emitter: Emitter<RoomEvents>, notes: NoteIntake, serverNowUs: () => number) {
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
   * @throws {RoomtoneError} VALIDATION_ERROR on `bpm` or `beatsPerBar`.
   */
  async setTransport(change: TransportChange, options: CallOptions = {}): Promise<void> {
    checkKeys(change, 'bpm beatsPerBar running startTimeUs', 'setTransport()');
    const { bpm = 120, beatsPerBar = 4, running = false } = this.transport ?? {};
    const whole = { bpm, beatsPerBar, running, startTimeUs: 0, ...change };
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

  /** Turns matched playout on or off: everybody delays their own sound, so that all hear the same. */
  setMatched(matched: boolean, options?: CallOptions): Promise<void> {
    return this.#requests.tell({ kind: 'playoutMode', body: { matched, commonDelay: 0 } }, options);
  }

  /** Starts over for a newly joined room. Called by the connection. */
  begin(transport: Transport | undefined): void {
    this.#metronome.reset(transport);
    this.#mode = unmatched;
  }

  /** Applies a frame that changes it; returns false for other frames. Called by the connection. */
  apply(message: Message): boolean {
    if (message.kind === 'transport') {
      const transport = transportOf(message.body);
      this.#metronome.set(transport, this.#serverNowUs());
      this.#emitter.emit('transport', transport);
    } else if (message.kind === 'playoutMode') {
      this.#mode = playoutModeOf(message.body);
      this.#notes.match(this.#mode.matched ? this.#mode.commonDelayUs : undefined);
      this.#emitter.emit('playoutMode', this.#mode);
    } else return false;
    return true;
  }
}

function checkTransport({ bpm, beatsPerBar }: Transport): void {
  const { tempo, beatsPerBar: beats } = limits.metronome;
  const [least, most] = [tempo.min / 1000, tempo.max / 1000];
  if (!(bpm >= least && bpm <= most)) throw validationError([{ field: 'bpm', ...issues.between(least, most) }]);
  if (!Number.isInteger(beatsPerBar) || beatsPerBar < beats.min || beatsPerBar > beats.max) {
    throw validationError([{ field: 'beatsPerBar', ...issues.wholeBetween(beats.min, beats.max) }]);
  }
}
