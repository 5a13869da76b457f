// The public surface of the package, except its subpaths. The parts that connections consist of stay private, so that they can
// change.

export type { ClickTime } from '@roomtone/protocol';
export {
  type ErrorCode,
  type ErrorDetails,
  type Invitation,
  invitationAppLink,
  invitationLink,
  isFingerprint,
  type Limits,
  midiController,
  type PeerParameters,
  type RefusalReason,
  RoomtoneError,
  readInvitation,
  type SecondFactorChallenge,
  type TimedEvent,
} from '@roomtone/protocol';
export type { Caller } from './bots.ts';
export type { CallOptions } from './call-options.ts';
export type { UploadOptions } from './calls/account.ts';
export type { AuditLogOptions } from './calls/audit.ts';
export type {
  AddressesView,
  ClosedConnectionsView,
  ConnectionsView,
  HeldInvitationView,
  InvitationView,
  ListedUserView,
  NewInvitation,
  NewInvitationView,
  ReachView,
  UserListView,
} from './calls/hosting.ts';
export type { RoomListOptions, RoomModeration } from './calls/rooms.ts';
export type {
  DeliveryView,
  NewWebhook,
  NewWebhookView,
  WebhookChanges,
  WebhookEvent,
  WebhookView,
} from './calls/webhooks.ts';
export { RoomtoneClient } from './client.ts';
export type {
  ConnectOptions,
  CreateRoomOptions,
  Credentials,
  JoinOptions,
  JoinRoomOptions,
  Registration,
  RoomtoneClientOptions,
  SecondFactor,
} from './client-options.ts';
export type { ClockReading } from './clock/clock-sync.ts';
export { type Beat, Metronome } from './clock/metronome.ts';
export type { CloseReason, ConnectionState } from './connection/connection-state.ts';
export type { DirectFigures, WhyNotDirect } from './direct/direct-figures.ts';
export { type ClientError, ConnectionError, type ConnectionErrorReason } from './errors.ts';
export type { Lobby, LobbyEvents } from './lobby/lobby.ts';
export type { Logger } from './logger.ts';
export { buildEvent } from './midi/build-event.ts';
export type { MidiEvent } from './midi/midi-event.ts';
export { readEvent } from './midi/read-event.ts';
export { type SplitNote, splitNotes } from './midi/split-notes.ts';
export type { DatagramFigures, DatagramQuality } from './notes/datagram-figures.ts';
export type { ArrivalFigures } from './notes/note-intake.ts';
export type { NoteEvent, NotesEvent } from './notes/notes-event.ts';
export type { NoteOffOptions, NoteOptions, NotSentReason, SendOptions, SendResult } from './notes/outgoing-notes.ts';
export { Pacer, type PacerLimits } from './notes/pacer.ts';
export type { PlayoutFigures, PlayoutStyle } from './notes/playout.ts';
export type { Percentiles } from './notes/recent-delays.ts';
export type { PlayerQuality, ReportedQuality } from './quality/quality.ts';
export type { RestRequest } from './rest.ts';
export type {
  ChatMessage,
  ChatRight,
  Click,
  DataEvent,
  LeaveReason,
  LoopRight,
  MetronomeRight,
  OwnershipOffer,
  Participant,
  PlayoutMode,
  PlayRight,
  RoomInfo,
  RoomLife,
  RoomSettings,
  RoomType,
  TalkRight,
  Transport,
  Turns,
} from './room/from-wire.ts';
export type { BanOptions, KickOptions, Moderation, ModerationTarget, MuteOptions } from './room/moderation.ts';
export type { Notice, PresenceName, SubscriptionName } from './room/notices.ts';
export type { Room } from './room/room.ts';
export type { DataOptions, PlayerSettings } from './room/room-commands.ts';
export type { RoomEvents, RoomOptions, RoomSnapshot, Sounding } from './room/room-types.ts';
export type { PlayoutModeChange, SharedTime, TransportChange } from './room/shared-time.ts';
export type { OwnPresence, Social } from './room/social.ts';
export type { SignedInUser } from './session.ts';
export { standOf } from './sheets.ts';
export type { Fault } from './simulation.ts';
export { LocalStorageTokenStore, MemoryTokenStore, type StoredTokens, type TokenStore } from './token-store.ts';
export type { Line, Lines } from './transport/lines.ts';
export type { LoadPeers, OpenPeer, Peer, PeerHandlers, PeerReach } from './transport/peer.ts';
export type {
  AddPasskeyBody,
  AuditEntry,
  AuditKind,
  AuditLogView,
  AvatarView,
  Ban,
  BansView,
  BlockEntry,
  BlockListView,
  BotEntry,
  BotListView,
  BotScope,
  BotTokenView,
  CancelView,
  ChangePasswordBody,
  CheckoutBody,
  CheckoutView,
  CreateBotBody,
  EmailVerificationView,
  EndedSessionView,
  ExportBody,
  ExportView,
  FriendEntry,
  FriendListView,
  FriendshipView,
  HealthDetailsView,
  HealthView,
  NewRoom,
  PasskeyAnswer,
  PasskeyEntry,
  PasskeyOptionsView,
  PendingRequestEntry,
  PortalBody,
  PortalView,
  Product,
  ProductListView,
  ProfileView,
  PublicUserView,
  RecoverPasswordBody,
  RecoveryCodesView,
  ReplaceBotTokenBody,
  RoleName,
  RolesView,
  RoomChanges,
  RoomDetails,
  RoomFileBody,
  RoomFileView,
  RoomListView,
  RoomModerator,
  RoomModeratorsView,
  RoomPlayersView,
  RoomUser,
  ScrapeView,
  SecondFactorView,
  ServerView,
  SessionEntry,
  SessionListView,
  SetListBody,
  SetListEntry,
  SetListView,
  SheetBody,
  SheetEntry,
  SheetListView,
  SheetView,
  StandBody,
  StandView,
  TotpSetupView,
  UpdateProfileBody,
  UserReferenceView,
  ValidateTokenView,
} from './views.ts';
