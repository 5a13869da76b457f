import type { Participant, Room } from '@roomtone/protocol';
import { create } from 'zustand';
import type { WireError, WireState } from '../../../contract/messages.ts';

interface RoomState {
  /** The room asked for, "" outside. */
  readonly roomId: string;
  readonly connection: WireState;
  /** Undefined before the first join. */
  readonly room: Room | undefined;
  /** In the order they came. */
  readonly participants: readonly Participant[];
  /** One's own number. */
  readonly self: number;
  readonly guest: boolean;
  /** The practice room: nobody else, and no connection. */
  readonly isAlone: boolean;
  readonly welcomeMessage: string;
  /** It was read and put away. */
  readonly isWelcomed: boolean;
  /** Latest round trip and the clock's error, µs; undefined before the first heartbeat's answer. */
  readonly clock: { readonly rttUs: number; readonly errorUs: number } | undefined;
  /** What the server refused lately and nobody waited for. */
  readonly problem: WireError | undefined;
  /** A guest tried to play. */
  readonly guestHint: boolean;
}

export const outside: RoomState = {
  roomId: '',
  connection: { status: 'connecting' },
  room: undefined,
  participants: [],
  self: 0,
  guest: false,
  isAlone: false,
  welcomeMessage: '',
  isWelcomed: false,
  clock: undefined,
  problem: undefined,
  guestHint: false,
};

/** Whether one has joined the room, rather than being asked to or outside. */
export function isInside({ room, connection }: RoomState): boolean {
  return room !== undefined && connection.status !== 'closed';
}

export const useRoom = create<RoomState>()(() => outside);
