import { serviceLimits } from '@roomtone/protocol';
import type { RoomBus } from '../../ports/room-bus.ts';
import type { SharedTurn, Writer } from '../sockets/event-loop-turn.ts';
import { headOf, messageKinds } from './message-kinds.ts';

/** Sends the notes of a room to the other processes: all of one turn of the event loop in one message. */
export class OutgoingNotes implements Writer {
  readonly #roomId: string;
  readonly #bus: Pick<RoomBus, 'send'>;
  readonly #turn: SharedTurn;
  #frames: Buffer[] = [];
  #bytes = 0;

  constructor(roomId: string, { bus, turn }: { readonly bus: Pick<RoomBus, 'send'>; readonly turn: SharedTurn }) {
    this.#roomId = roomId;
    this.#bus = bus;
    this.#turn = turn;
  }

  add(frame: Buffer): void {
    if (this.#frames.length === 0) this.#turn.add(this);
    this.#frames.push(frame);
    this.#bytes += frame.length;
    if (this.#bytes >= serviceLimits.backlog.gatheredBytes) this.flush();
  }

  flush(): void {
    if (this.#frames.length === 0) return;
    const frames = this.#frames;
    this.#frames = [];
    this.#bytes = 0;
    this.#bus.send(this.#roomId, [headOf(messageKinds.notes), ...frames]);
  }
}
