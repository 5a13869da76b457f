// The package's only public surface. The parts that connections are made of stay private, so that they can change.
export {
  type ChatMessage,
  ChatMessageType,
  type ErrorCode,
  type ErrorDetails,
  LeaveReason,
  type Participant,
  type Room,
  RoomCloseReason,
  RoomType,
  RoomtoneError,
  type Sounding,
  type TimedEvent,
  type Welcome,
} from '@roomtone/protocol';
export type {
  CreateRoomBody,
  HealthView,
  RoomDetails,
  RoomEntry,
  RoomListView,
  RoomTypeName,
} from '@roomtone/protocol/rest';
export {
  type Credentials,
  type Registration,
  type RoomListOptions,
  RoomtoneClient,
  type RoomtoneClientOptions,
} from './client.ts';
export type { ClockReading } from './clock/clock-sync.ts';
export { ConnectionProblem, type ConnectionProblemKind } from './errors.ts';
export type { RoomTarget } from './link/room-link.ts';
export { Pacer, type PacerLimits } from './notes/pacer.ts';
export type { PlayoutFigures } from './notes/playout.ts';
export type { PlayerSettings } from './room/commands.ts';
export type { RoomConnection, RoomOptions } from './room/room-connection.ts';
export type {
  CloseReason,
  ConnectionState,
  JoinRequest,
  NotesEvent,
  RoomEvents,
  RoomSnapshot,
} from './room/room-types.ts';
export type { SignedInUser } from './session.ts';
export { MemoryTokenStore, type StoredTokens, type TokenStore } from './token-store.ts';
