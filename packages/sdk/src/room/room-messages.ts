import type { Message, RoomtoneError } from '@roomtone/protocol';
import type { CloseReason } from '../connection/connection-state.ts';
import { errorOf, type Requests } from '../connection/requests.ts';
import type { Emitter } from '../emitter.ts';
import { noticeOf } from './notices.ts';
import type { RoomNotes } from './room-notes.ts';
import { type RoomState, whyRemoved } from './room-state.ts';
import type { RoomEvents } from './room-types.ts';
import type { SharedTime } from './shared-time.ts';

export interface RoomMessagesDeps {
  readonly emitter: Emitter<RoomEvents>;
  readonly requests: Requests;
  readonly notes: RoomNotes;
  readonly room: RoomState;
  readonly time: SharedTime;
  close(reason: CloseReason): void;
}

/** Takes what the server sends to a joined room: each message goes to the part of the room that it is about. */
export class RoomMessages {
  /** The state that subpaths of this package have added. */
  readonly parts: ((message: Message) => void)[] = [];
  readonly #deps: RoomMessagesDeps;

  constructor(deps: RoomMessagesDeps) {
    this.#deps = deps;
  }

  /** @param arrivedUs this machine's clock. */
  take(message: Message, arrivedUs: number): void {
    const { path } = this.#deps.notes;
    switch (message.kind) {
      case 'midiMessage':
        path.fromWebSocket(message, arrivedUs);
        return;
      case 'datagramAnswer':
        path.channel.answered(message);
        return;
      case 'datagramReport':
        path.channel.reported(message.body);
        return;
      case 'quality':
        this.#deps.notes.quality.take(message);
        return;
      case 'notification': {
        const notice = noticeOf(message.body);
        if (notice !== undefined) this.#deps.emitter.emit('notification', notice);
        return;
      }
      default:
        this.#answered(message);
    }
  }

  #answered(message: Message): void {
    const { notes, requests, room, time, close } = this.#deps;
    if (message.kind === 'error' && notes.path.channel.refused(message.requestId)) return;
    if (message.kind === 'participantJoined' && message.body.participant !== undefined)
      notes.path.participantJoined(message.body.participant);
    // Updates the room first, so that every handler has received the echo before chat() resolves.
    const isOfSelf =
      message.kind === 'participantUpdated' && message.body.participant?.number === room.self?.participantId;
    if (isOfSelf || message.kind === 'turns' || message.kind === 'roomUpdated') notes.allow();
    for (const take of this.parts) take(message);
    const isApplied = room.apply(message) || time.apply(message);
    if (message.kind === 'participantLeft') {
      const number = message.body.participant?.number ?? 0;
      notes.quality.forget(number);
      notes.path.participantLeft(number);
    }
    const reason = whyRemoved(message);
    if (reason !== undefined) close(reason);
    else if (!requests.settle(message) && !isApplied && message.kind === 'error') this.#problem(errorOf(message));
  }

  #problem(error: RoomtoneError): void {
    this.#deps.notes.refused(error);
    this.#deps.emitter.emit('error', error);
  }
}
