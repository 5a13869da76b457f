import type { ClientMember, Message, Outgoing, Room, RoomJoined } from '@roomtone/protocol';
import type { CreateRoomBody } from '@roomtone/protocol/rest';
import type { Place } from '../link/place-link.ts';
import { createCommand, joinCommand } from './commands.ts';

export interface JoinRequest {
  readonly roomId: string;
  readonly password?: string;
}

/** A room to join, or one to make and join. */
export type RoomTarget = JoinRequest | { readonly create: CreateRoomBody };

/** A room as a place to come into, again and again. */
export class RoomPlace implements Place {
  readonly resumes = true;
  #target: RoomTarget;

  constructor(target: RoomTarget) {
    this.#target = target;
  }

  get creates(): boolean {
    return 'create' in this.#target;
  }

  entry(): Outgoing<ClientMember> {
    return 'create' in this.#target ? createCommand(this.#target.create) : joinCommand(this.#target);
  }

  isArrival(message: Message): boolean {
    return message.kind === 'roomJoined' && message.body.room !== undefined;
  }

  /** What an arrival says; coming back will not make the room again. */
  arrive(message: Message): (RoomJoined & { readonly room: Room }) | undefined {
    if (message.kind !== 'roomJoined' || message.body.room === undefined) return undefined;
    const { room } = message.body;
    if ('create' in this.#target) {
      this.#target = { roomId: room.roomId, password: this.#target.create.password ?? '' };
    }
    return { ...message.body, room };
  }
}
