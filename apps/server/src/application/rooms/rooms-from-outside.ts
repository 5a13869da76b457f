// Using a room over REST: by its participants, and by those who moderate it, wherever they are (S35, S36, S37).
import type { Loop, LoopCommand, PlayoutMode, Transport, TurnCommand } from '@roomtone/protocol';
import type { StoredChat } from '../../ports/room-storage.ts';
import type { RoomActor } from './room-fields.ts';

/** A user who has sent a request. */
export interface RequestingUser extends RoomActor {
  /** A bot's owner, otherwise the user. */
  readonly personId: string;
  /** The client's address. */
  readonly address: string;
}

export interface LoopsNow {
  readonly revision: number;
  readonly bySlot: ReadonlyMap<number, Loop>;
  readonly transport: Readonly<Transport>;
  /** Service clock, µs. */
  readonly serverTime: number;
}

/** A participant in the queue. */
export interface QueuedParticipant {
  readonly number: number;
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
}

export interface TurnsNow {
  readonly playing: readonly (QueuedParticipant & { readonly lastedMs: number })[];
  readonly waiting: readonly QueuedParticipant[];
}

/** A command of the queue. */
export interface OwnTurnCommand extends TurnCommand {
  /** The user's participant who takes or passes a turn; the first one unless given. */
  readonly as?: number | undefined;
}

/** A part of a room's stored chat. */
export interface ChatPage {
  /** The oldest first. */
  readonly messages: readonly StoredChat[];
  /** True if the room has older messages. */
  readonly more: boolean;
}

export interface RoomTimeNow {
  readonly transport: Readonly<Transport>;
  readonly mode: PlayoutMode;
  /** Service clock, µs. */
  readonly serverTime: number;
}

/**
 * The WebSocket commands for requests that came over REST, with the same rights, limits and errors. Implemented by realtime/.
 *
 * All of it is for those who are inside or moderate the room. @throws {RoomtoneError} ROOM_NOT_FOUND; AUTHORIZATION_ERROR, with the
 * reason not_in_room for others; RATE_LIMIT_EXCEEDED over the limits of commands.
 */
export interface RoomsFromOutside {
  /** @param slot the only one that is wanted: that counts as another command than all loops. */
  loops(actor: RequestingUser, roomId: string, slot?: number): Promise<LoopsNow>;
  /** Carries out commands one after another, if all of them are possible. @returns the loops afterwards. */
  useLoops(actor: RequestingUser, roomId: string, commands: readonly LoopCommand[]): Promise<LoopsNow>;
  /** Stored messages without those of users whom the requester blocks. @param before 0 for the newest. @param limit 0 for 50. */
  chat(
    actor: RequestingUser,
    roomId: string,
    page: { readonly before: number; readonly limit: number },
  ): Promise<ChatPage>;
  turns(actor: RequestingUser, roomId: string): Promise<TurnsNow>;
  useTurns(actor: RequestingUser, roomId: string, command: OwnTurnCommand): Promise<TurnsNow>;
  time(actor: RequestingUser, roomId: string): Promise<RoomTimeNow>;
  /** Absent fields keep their values. */
  setTransport(actor: RequestingUser, roomId: string, change: Partial<Transport>): Promise<RoomTimeNow>;
  setPlayoutMode(
    actor: RequestingUser,
    roomId: string,
    mode: Pick<PlayoutMode, 'matched' | 'intervalBars'>,
  ): Promise<RoomTimeNow>;
}
