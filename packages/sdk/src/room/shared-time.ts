import type { Message, PlayoutMode, Transport } from '@roomtone/protocol';
import { type Beat, Metronome } from '../clock/metronome.ts';
import type { Emitter } from '../emitter.ts';
import type { Requests } from '../link/requests.ts';
import type { NoteIntake } from '../notes/note-intake.ts';
import type { RoomEvents } from './room-types.ts';

/** How the metronome is to be. */
export interface TransportChange {
  /** Beats a minute, 20 to 400; thousandths count. */
  readonly bpm: number;
  /** 1 to 32. */
  readonly beatsPerBar: number;
  readonly running: boolean;
  /** When the first beat of bar one falls, service clock µs; 500 ms from now unless told otherwise. */
  readonly startTimeUs?: number;
}

const unmatched: PlayoutMode = { matched: false, commonDelay: 0 };

/**
 * What everybody in the room plays in time by: the metronome and matched playout. Both are set by the room's owner or a
 * moderator; others get AUTHORIZATION_ERROR.
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

  /** The metronome as it was last set; while it ran, that is in force from its startTime on. Undefined before a join. */
  get transport(): Transport | undefined {
    return this.#metronome.transport;
  }

  /** The beats from one moment until before another, service clock µs; also those of a bar that counts in. */
  beatsBetween(fromUs: number, toUs: number): Beat[] {
    return this.#metronome.beatsBetween(fromUs, toUs);
  }

  /** Resolves when everybody has it. While the metronome runs, a change waits for the next bar. */
  setTransport({ bpm, beatsPerBar, running, startTimeUs = 0 }: TransportChange): Promise<void> {
    const body = { tempo: Math.round(bpm * 1000), beatsPerBar, running, startTime: Math.round(startTimeUs) };
    return this.#requests.tell({ kind: 'transport', body });
  }

  get playoutMode(): PlayoutMode {
    return this.#mode;
  }

  /** How long one's own sound is to be delayed, µs: 0 unless playout is matched. */
  get ownDelayUs(): number {
    return this.#mode.matched ? this.#mode.commonDelay : 0;
  }

  /** Makes everybody delay their own sound, so that all hear the same, or no longer. */
  setMatched(matched: boolean): Promise<void> {
    return this.#requests.tell({ kind: 'playoutMode', body: { matched, commonDelay: 0 } });
  }

  /** A room was joined: what held in the one before holds no more. For the connection. */
  begin(transport: Transport | undefined): void {
    this.#metronome.reset(transport);
    this.#mode = unmatched;
  }

  /** Applies what changes it; tells whether the frame was of that sort. For the connection. */
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
