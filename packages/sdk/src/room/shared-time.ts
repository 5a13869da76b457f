import type { Message, PlayoutMode, Transport } from '@roomtone/protocol';
import { type Beat, Metronome } from '../clock/metronome.ts';
import type { Requests } from '../connection/requests.ts';
import type { Emitter } from '../emitter.ts';
import type { NoteIntake } from '../notes/note-intake.ts';
import type { RoomEvents } from './room-types.ts';

/** The new state of the metronome. */
export interface TransportChange {
  /** Beats per minute, 20 to 400, precise to thousandths. */
  readonly bpm: number;
  /** 1 to 32. */
  readonly beatsPerBar: number;
  readonly running: boolean;
  /** When the first beat of bar 1 falls, service clock µs; default 500 ms from now. */
  readonly startTimeUs?: number;
}

const unmatched: PlayoutMode = { matched: false, commonDelay: 0 };

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

  /** Resolves when everybody has the new setting. While the metronome runs, a change waits for the next bar. */
  setTransport({ bpm, beatsPerBar, running, startTimeUs = 0 }: TransportChange): Promise<void> {
    const body = { tempo: Math.round(bpm * 1000), beatsPerBar, running, startTime: Math.round(startTimeUs) };
    return this.#requests.tell({ kind: 'transport', body });
  }

  get playoutMode(): PlayoutMode {
    return this.#mode;
  }

  /** How long this player's own sound must be delayed, µs: 0 unless playout is matched. */
  get ownDelayUs(): number {
    return this.#mode.matched ? this.#mode.commonDelay : 0;
  }

  /** Turns matched playout on or off: everybody delays their own sound, so that all hear the same. */
  setMatched(matched: boolean): Promise<void> {
    return this.#requests.tell({ kind: 'playoutMode', body: { matched, commonDelay: 0 } });
  }

  /** Starts over for a newly joined room. Called by the connection. */
  begin(transport: Transport | undefined): void {
    this.#metronome.reset(transport);
    this.#mode = unmatched;
  }

  /** Applies a frame that changes it; returns false for other frames. Called by the connection. */
  apply(message: Message): boolean {
    if (message.kind === 'transport') {
      this.#metronome.set(message.body, this.#serverNowUs());
      this.#emitter.emit('transport', message.body);
    } else if (message.kind === 'playoutMode') {
      this.#mode = message.body;
      this.#notes.match(this.#mode.matched ? this.#mode.commonDelay : undefined);
      this.#emitter.emit('playoutMode', this.#mode);
    } else return false;
    return true;
  }
}
