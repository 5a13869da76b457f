import type { OwnershipOffer, Participant, RoomInfo } from '@roomtone/sdk';
import { create } from 'zustand';
import type { ShownTurns, WireError, WireState } from '../../../contract/messages.ts';

interface RoomState {
  /** The id of the requested room; "" outside rooms. */
  readonly roomId: string;
  readonly connection: WireState;
  /** Undefined before the first join. */
  readonly room: RoomInfo | undefined;
  /** In order of joining. */
  readonly participants: readonly Participant[];
  /** The user's participant number. */
  readonly self: number;
  readonly guest: boolean;
  /** True in the practice room, which has no connection. */
  readonly isAlone: boolean;
  readonly welcomeMessage: string;
  /** True once the welcome message was dismissed. */
  readonly isWelcomeDismissed: boolean;
  /** The latest round trip and the error of the clock offset, µs; undefined before the first heartbeat's answer. */
  readonly clock: { readonly rttUs: number; readonly errorUs: number } | undefined;
  /** The latest error that belongs to no call. */
  readonly problem: WireError | undefined;
  /** The open offer of the room's ownership, to this user or by this user. */
  readonly ownershipOffer: { readonly offer: OwnershipOffer; readonly expiresAtMs: number } | undefined;
  /** The turn and the queue, where players take turns. */
  readonly turns: ShownTurns;
  /** Set when a guest tries to play. */
  readonly guestHint: boolean;
}

export const noRoom: RoomState = {
  roomId: '',
  connection: { status: 'connecting' },
  room: undefined,
  participants: [],
  self: 0,
  guest: false,
  isAlone: false,
  welcomeMessage: '',
  isWelcomeDismissed: false,
  clock: undefined,
  problem: undefined,
  ownershipOffer: undefined,
  turns: { playing: [], waiting: [] },
  guestHint: false,
};

/** True once a room is joined. */
export function isInside({ room, connection }: RoomState): boolean {
  return room !== undefined && connection.status !== 'closed';
}

export const useRoom = create<RoomState>()(() => noRoom);
