import type { Participant } from '@roomtone/room';
import type { QualityFigures } from '../../domain/quality.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RoomBus } from '../../ports/room-bus.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import { reportDelay } from '../rooms/room-time.ts';
import type { Codec } from '../sockets/codec.ts';
import { frameLengthAt } from '../sockets/web-socket-frame.ts';
import type { AwaitedSounds } from './awaited-sounds.ts';
import type { KnownParticipants } from './known-participants.ts';
import {
  type AllSounding,
  asMessage,
  bodyOf,
  messageKinds,
  type SentData,
  type Signal,
  type Sounding,
} from './message-kinds.ts';
import type { OutgoingNotes } from './outgoing-notes.ts';

export interface RoomMessagesDeps {
  readonly room: LiveRoom;
  readonly known: KnownParticipants;
  readonly notes: OutgoingNotes;
  readonly awaited: AwaitedSounds;
  readonly bus: Pick<RoomBus, 'send'>;
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly codec: Pick<Codec, 'readNotes'>;
}

/** Takes what the other processes of a shared room send beside its changes. A process speaks for its own participants only. */
export class RoomMessages {
  readonly #deps: RoomMessagesDeps;

  constructor(deps: RoomMessagesDeps) {
    this.#deps = deps;
  }

  take(from: string, message: Buffer): void {
    switch (message[0]) {
      case messageKinds.notes:
        this.#notes(from, message);
        break;
      case messageKinds.ask:
        this.tellWhatSounds(false);
        break;
      case messageKinds.sounding:
        this.#sounding(from, bodyOf(message));
        break;
      case messageKinds.typing:
        this.#typing(from, bodyOf(message));
        break;
      case messageKinds.quality:
        this.#quality(from, bodyOf(message));
        break;
      case messageKinds.data:
        this.#data(from, bodyOf(message));
        break;
      case messageKinds.signal:
        this.#signal(from, bodyOf(message));
    }
  }

  #notes(from: string, message: Buffer): void {
    const { awaited, clock, codec, room } = this.#deps;
    if (awaited.has(from)) return;
    const nowUs = clock.serviceUs();
    for (let at = 1; at < message.length; ) {
      const length = frameLengthAt(message, at);
      if (length === 0) return;
      const frame = message.subarray(at, at + length);
      at += length;
      const relayed = codec.readNotes(frame);
      if (relayed === undefined) continue;
      const participant = this.#of(from, relayed.sender);
      if (participant !== undefined) room.notes.playFrame(participant, relayed, frame, nowUs);
    }
  }

  /** Tells the others what sounds of those who are connected here. @param isAnew this process was cut off. */
  tellWhatSounds(isAnew: boolean): void {
    const { bus, known, notes, room } = this.#deps;
    const sounding: Sounding[] = [];
    for (const [number, { occupant }] of known) {
      const participant = room.participants.get(number);
      if (occupant === undefined || participant === undefined) continue;
      const { data, noteNumber } = room.notes.sounding(participant);
      sounding.push({ number, data: Buffer.from(data).toString('base64'), noteNumber });
    }
    // Notes played before belong to the sounding ones.
    notes.flush();
    const body: AllSounding = { isAnew, all: sounding };
    bus.send(room.record.roomId, asMessage(messageKinds.sounding, body));
  }

  #sounding(from: string, body: AllSounding | undefined): void {
    const { awaited, room } = this.#deps;
    if (body === undefined || !(body.isAnew || awaited.isWanted(from))) return;
    for (const { number, data, noteNumber } of body.all) {
      const participant = this.#of(from, number);
      if (participant === undefined) continue;
      const bytes = Buffer.from(data, 'base64');
      if (bytes.equals(room.notes.sounding(participant).data)) continue;
      // Some of it may sound already, and other notes that have ended there.
      room.notes.release(participant);
      room.notes.resound(participant, bytes, noteNumber);
    }
    awaited.answered(from);
  }

  #typing(from: string, body: { readonly number: number; readonly typing: boolean } | undefined): void {
    const { clock, room } = this.#deps;
    const participant = body === undefined ? undefined : this.#of(from, body.number);
    if (body === undefined || participant === undefined) return;
    room.announce(participant);
    room.chat.typed(participant, body.typing, clock.serviceUs());
  }

  #quality(from: string, body: { readonly number: number; readonly figures: QualityFigures } | undefined): void {
    const { room } = this.#deps;
    const participant = body === undefined ? undefined : this.#of(from, body.number);
    if (body === undefined || participant === undefined) return;
    room.quality.report(body.number, body.figures);
    reportDelay(room, participant, body.figures);
  }

  #data(from: string, body: SentData | undefined): void {
    if (body === undefined) return;
    const { number, data, ...rest } = body;
    const participant = this.#of(from, number);
    if (participant === undefined) return;
    const { room } = this.#deps;
    room.announce(participant);
    room.data.send(participant, { ...rest, data: Buffer.from(data, 'base64') });
  }

  #signal(from: string, body: Signal | undefined): void {
    const { room } = this.#deps;
    if (body === undefined || this.#of(from, body.number) === undefined) return;
    room.recipients.get(body.to)?.deliverUnnumbered(Buffer.from(body.frame, 'base64'), 0);
  }

  #of(from: string, number: number): Participant | undefined {
    const { known, room } = this.#deps;
    return known.get(number)?.entry.home === from ? room.participants.get(number) : undefined;
  }
}
