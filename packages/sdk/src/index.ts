// The public surface of the package, except its subpaths. The parts that connections consist of stay private, so that they can
// change.
export {
  type ChatMessage,
  ChatMessageType,
  type ErrorCode,
  type ErrorDetails,
  type Invitation,
  invitationAppLink,
  invitationLink,
  isFingerprint,
  LeaveReason,
  type Participant,
  type PeerParameters,
  type PlayoutMode,
  type Room,
  RoomCloseReason,
  RoomType,
  RoomtoneError,
  readInvitation,
  type Sounding,
  type TimedEvent,
  type Transport,
  type Welcome,
} from '@roomtone/protocol';
export type {
  AvatarView,
  Ban,
  BansView,
  BlockEntry,
  BlockListView,
  CancelView,
  ChangePasswordBody,
  CheckoutBody,
  CheckoutView,
  CreateRoomBody,
  FriendEntry,
  FriendListView,
  FriendshipView,
  HealthDetailsView,
  HealthView,
  PendingRequestEntry,
  PortalBody,
  PortalView,
  Product,
  ProductListView,
  ProfileView,
  PublicUserView,
  RoleName,
  RolesView,
  RoomDetails,
  RoomEntry,
  RoomListView,
  RoomTypeName,
  ScrapeView,
  ServerView,
  SessionEntry,
  SessionListView,
  UpdateProfileBody,
  UpdateRoomBody,
  ValidateTokenView,
} from '@roomtone/protocol/rest';
export type { RoomListOptions } from './calls/rooms.ts';
export { type Credentials, type Registration, RoomtoneClient, type RoomtoneClientOptions } from './client.ts';
export type { ClockReading } from './clock/clock-sync.ts';
export { type Beat, Metronome } from './clock/metronome.ts';
export type { CloseReason, ConnectionState } from './connection/connection-state.ts';
export { ConnectionProblem, type ConnectionProblemKind } from './errors.ts';
export type { LobbyConnection, LobbyEvents } from './lobby/lobby-connection.ts';
export type { ArrivalFigures } from './notes/note-intake.ts';
export type { DatagramFigures, DatagramQuality } from './notes/note-path.ts';
export type { NotesEvent } from './notes/notes-event.ts';
export { Pacer, type PacerLimits } from './notes/pacer.ts';
export type { PlayoutFigures, PlayoutStyle } from './notes/playout.ts';
export type { Percentiles } from './notes/recent-delays.ts';
export type { PlayerQuality, ReportedQuality } from './quality/quality.ts';
export type { ForSeconds, Moderation, ModerationTarget } from './room/moderation.ts';
export type { Notice, PresenceName } from './room/notices.ts';
export type { JoinRequest, PlayerSettings } from './room/room-commands.ts';
export type { RoomConnection, RoomOptions } from './room/room-connection.ts';
export type { RoomTarget } from './room/room-destination.ts';
export type { RoomEvents, RoomSnapshot } from './room/room-types.ts';
export type { SharedTime, TransportChange } from './room/shared-time.ts';
export type { OwnPresence, Social } from './room/social.ts';
export type { SignedInUser } from './session.ts';
export { MemoryTokenStore, type StoredTokens, type TokenStore } from './token-store.ts';
export type { LoadPeers, OpenPeer, Peer, PeerHandlers, PeerReach } from './transport/peer.ts';
