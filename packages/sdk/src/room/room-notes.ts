import type { Message, Outgoing, RoomtoneError, TimedEvent } from '@roomtone/protocol';
import type { Emitter } from '../emitter.ts';
import { checkKeys, checkNoteKeys } from '../known-keys.ts';
import { NoteIntake } from '../notes/note-intake.ts';
import { type JoinedHow, NotePath, type NotePathDeps } from '../notes/note-path.ts';
import { forEachNote, type NoteEvent } from '../notes/notes-event.ts';
import {
  type NoteOffOptions,
  type NoteOptions,
  type NotSentReason,
  OutgoingNotes,
  type SendOptions,
  type SendResult,
} from '../notes/outgoing-notes.ts';
import { QualityExchange } from '../quality/quality.ts';
import { dataOf } from './from-wire.ts';
import type { RoomEvents, RoomOptions } from './room-types.ts';

export interface RoomNotesDeps extends Omit<NotePathDeps, 'play' | 'send' | 'takeData'> {
  /** Service clock, µs. */
  serverNowUs(): number;
  send(message: Outgoing<'quality' | 'datagramOffer' | 'datagramReport'>): boolean;
  /** Why the player may not send notes now; undefined if they may. */
  whyNot(): NotSentReason | undefined;
  /** The last round trip, µs; undefined before the first. */
  rttUs(): number | undefined;
  /** The other participants in the room. */
  others(): Iterable<number>;
}

/** While somebody plays who may not, the server refuses their notes once a second (R13.7, R23.2). */
const refusalUs = 1_500_000;

const sendKeys = ['atUs'];
const noteKeys = ['atUs', 'channel'];
const noteOffKeys = ['atUs', 'channel', 'velocity'];

/** The notes of a room: those of the others as they arrive, the player's own on their way out, and how well both get through. */
export class RoomNotes {
  readonly intake: NoteIntake;
  readonly path: NotePath;
  readonly quality: QualityExchange;
  readonly outgoing: OutgoingNotes;
  readonly #deps: RoomNotesDeps;
  /** Until when notes count as refused, this machine's clock, and why. */
  #refusedUntilUs = 0;
  #refusal: 'muted' | 'mayNotPlay' = 'muted';
  #overQuota = 0;
  /** The number of dropped events at the time of joining. */
  #droppedBefore = 0;

  constructor({ maxPlayoutDelayUs, thinning }: RoomOptions, emitter: Emitter<RoomEvents>, deps: RoomNotesDeps) {
    this.#deps = deps;
    this.intake = new NoteIntake(maxPlayoutDelayUs);
    const emitNote = (note: NoteEvent): void => emitter.emit('note', note);
    this.path = new NotePath({
      ...deps,
      takeData: (message) => emitter.emit('data', dataOf(message)),
      play: (message: Message<'midiMessage'>, arrivedUs) => {
        const notes = this.intake.take(message, deps.serviceUs(arrivedUs));
        emitter.emit('notes', notes);
        if (emitter.has('note')) forEachNote(notes, emitNote);
      },
    });
    this.outgoing = new OutgoingNotes(thinning ?? true, {
      ...deps,
      whyRefused: () => (this.#refusedUntilUs > deps.timers.nowUs() ? this.#refusal : undefined),
      send: (body) => this.path.send(body),
    });
    this.quality = new QualityExchange(this.intake, {
      ...deps,
      dropped: () => this.dropped - this.#droppedBefore,
      datagrams: () => this.path.figures,
      direct: (participantId) => this.path.direct?.figures(participantId),
      onFigures: (all) => emitter.emit('quality', all),
    });
  }

  /** See Room.dropped. */
  get dropped(): number {
    return this.outgoing.dropped + this.#overQuota;
  }

  /** A snapshot was received; see NotePath.joined(). */
  joined(message: Message<'roomJoined'>, how: JoinedHow): void {
    this.path.joined(message, how);
    if (how.isNewConnection) {
      this.intake.restart();
      this.#droppedBefore = this.dropped;
    }
    this.allow();
    this.quality.start();
  }

  /** The room is no longer joined, even temporarily. */
  lost(): void {
    this.outgoing.stop();
    this.quality.stop();
    this.path.channel.end();
  }

  /** Something has changed because of which the player may play again. */
  allow(): void {
    this.#refusedUntilUs = 0;
  }

  /** The server has refused something, perhaps notes. */
  refused({ details: { dropped = 0, reason } }: RoomtoneError): void {
    this.#overQuota += dropped;
    if (reason !== 'muted' && reason !== 'may_play') return;
    this.#refusedUntilUs = this.#deps.timers.nowUs() + refusalUs;
    this.#refusal = reason === 'muted' ? reason : 'mayNotPlay';
  }

  /** See Room.noteOn(). */
  noteOn(key: number, velocity: number, options?: NoteOptions): SendResult {
    if (options !== undefined) checkNoteKeys(options, noteKeys, 'noteOn()');
    return this.outgoing.noteOn(key, velocity, options?.atUs, options?.channel);
  }

  /** See Room.noteOff(). */
  noteOff(key: number, options?: NoteOffOptions): SendResult {
    if (options !== undefined) checkNoteKeys(options, noteOffKeys, 'noteOff()');
    return this.outgoing.noteOff(key, options?.atUs, options?.channel, options?.velocity);
  }

  /** See Room.releaseAll(). */
  releaseAll(options: SendOptions): SendResult {
    checkKeys(options, 'atUs', 'releaseAll()');
    return this.outgoing.releaseAll(options.atUs);
  }

  /** See Room.send(). */
  send(events: Uint8Array | readonly TimedEvent[], options?: SendOptions): SendResult {
    if (options !== undefined) checkNoteKeys(options, sendKeys, 'send()');
    if (!(events instanceof Uint8Array || Array.isArray(events)))
      throw new TypeError('send() needs the bytes of a MIDI message as a Uint8Array, or a list of events');
    return events instanceof Uint8Array ? this.outgoing.send(events, options?.atUs) : this.outgoing.sendAll(events);
  }
}
