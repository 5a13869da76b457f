import type { ClientMember, Message, Outgoing, Room, RoomJoined } from '@roomtone/protocol';
import type { Destination } from '../connection/connection.ts';
import type { NewRoom } from '../views.ts';
import { createCommand, type JoinRequest, joinCommand } from './room-commands.ts';

/** A room to join, or a room to create and join. */
export type RoomTarget = JoinRequest | { readonly create: NewRoom };

/** The server's description of a room on joining. */
export type JoinedRoom = RoomJoined & { readonly room: Room };

/** The room that a connection joins, and joins again after a reconnection. */
export class RoomDestination implements Destination {
  readonly resumes = true;
  #target: RoomTarget;

  constructor(target: RoomTarget) {
    this.#target = target;
  }

  get creates(): boolean {
    return 'create' in this.#target;
  }

  joinMessage(): Outgoing<ClientMember> {
    return 'create' in this.#target ? createCommand(this.#target.create) : joinCommand(this.#target);
  }

  isJoined(message: Message): boolean {
    return message.kind === 'roomJoined' && message.body.room !== undefined;
  }

  /**
   * The content of a snapshot; undefined for other messages. From then on the room is joined by its id, not created
   * again.
   */
  take(message: Message): JoinedRoom | undefined {
    if (message.kind !== 'roomJoined' || message.body.room === undefined) return undefined;
    const { room } = message.body;
    if ('create' in this.#target) {
      this.#target = { roomId: room.roomId, password: this.#target.create.password ?? '' };
    }
    return { ...message.body, room };
  }
}
