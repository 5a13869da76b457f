// The parts that realtime/ needs of the server, and what it offers to it.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ModerationCommand, Notification, RoomCloseReason } from '@roomtone/protocol';
import type { CreateRoomBody, UpdateRoomBody } from '@roomtone/protocol/rest';
import type { PacedWork } from '../application/paced-work.ts';
import type { RealtimeCounters } from '../application/realtime-counters.ts';
import type { RestrictionEnds } from '../application/rooms/restriction-ends.ts';
import type { RoomActor } from '../application/rooms/room-fields.ts';
import type { RoomsFromOutside } from '../application/rooms/rooms-from-outside.ts';
import type { Friends } from '../application/social/friends.ts';
import type { AdminSecondFactor } from '../domain/active-roles.ts';
import type { AuditRecorder } from '../ports/audit-log.ts';
import type { Awaitable } from '../ports/awaitable.ts';
import type { Clock } from '../ports/clock.ts';
import type { Datagrams } from '../ports/datagrams.ts';
import type { Ephemeral } from '../ports/ephemeral.ts';
import type { ConnectedPerson, LiveRooms } from '../ports/live-rooms.ts';
import type { ChangedAccount } from '../ports/live-users.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { LiveActivity, Presence } from '../ports/presence.ts';
import type { RoomBus } from '../ports/room-bus.ts';
import type { RoomRecord } from '../ports/room-storage.ts';
import type { Storage } from '../ports/storage.ts';
import type { Tickets } from '../ports/tickets.ts';
import type { UpgradeRules } from '../ports/upgrade-rules.ts';
import type { VoiceLinks } from '../ports/voice-links.ts';
import type { ServiceEvents } from '../ports/webhooks.ts';
import type { DirectOptions } from './connections/direct-signal.ts';
import type { Log } from './log.ts';
import type { Scheduler } from './scheduler.ts';
import type { Sharing } from './sharing/sharing.ts';
import type { Codec } from './sockets/codec.ts';
import type { RefuseUpgrade } from './sockets/gateway.ts';

export interface RealtimeDeps {
  readonly storage: Storage;
  readonly ephemeral: Ephemeral;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly tickets: Tickets;
  /** Does what POST /api/rooms does, including its checks. Throws the RoomtoneError that is the answer. */
  createRoom(owner: RoomActor, body: CreateRoomBody): Promise<RoomRecord>;
  /** Does what PUT /api/rooms/{room_id} does, without telling the room. Throws the RoomtoneError that is the answer. */
  updateRoom(actor: RoomActor, roomId: string, body: UpdateRoomBody): Promise<RoomRecord>;
  readonly friends: Friends;
  /** Replaces profanity in a text with asterisks. */
  maskProfanity(text: string): string;
  /** True if a page of this origin may connect to the server at this Host. Programs send no Origin. */
  allowedOrigin(origin: string | undefined, host: string | undefined): boolean;
  readonly upgradeRules: UpgradeRules<IncomingMessage>;
  readonly refuseUpgrade: RefuseUpgrade;
  readonly counters?: RealtimeCounters;
  /** Shared by all work that comes in bursts; by default realtime/ has its own. */
  readonly paced?: PacedWork;
  /** Runs a full garbage collection, which blocks this thread for a while. Without it nothing is collected early. */
  readonly giveMemoryBack?: (() => void) | undefined;
  /** The memory that the process has of the system. Without it only closed connections lead to a collection. */
  readonly residentBytes?: (() => number) | undefined;
  /** Shared by everything that checks bans and mutes; by default realtime/ has its own. */
  readonly restrictions?: RestrictionEnds;
  /** Connects the processes that serve the same rooms; without it this process has all rooms. */
  readonly roomBus?: RoomBus | undefined;
  /** Notes travel over WebSockets alone without it. */
  readonly datagrams?: Datagrams | undefined;
  readonly voices?: VoiceLinks | undefined;
  /** Where participants may have direct channels; everywhere unless given. */
  readonly direct?: DirectOptions | undefined;
  /** How many times the limits of commands apply; by default once. */
  readonly commandLimitFactor?: number;
  /** True if the role of an admin counts without a second factor; it does unless given. */
  readonly adminSecondFactor?: AdminSecondFactor;
  readonly audit: AuditRecorder;
  /** Takes what webhooks may be told; nobody does unless given. */
  readonly events?: ServiceEvents;
  /** The other processes of the service; there are none unless given. */
  readonly sharing?: Sharing | undefined;
  /** True for an address that may have fewer connections than others; none is unless given. */
  readonly isUnknownAddress?: (address: string) => boolean;
  readonly log: Log;
}

/** Replacements for tests. */
export interface RealtimeSeams {
  readonly codec?: Codec;
  readonly scheduler?: Scheduler;
}

/** The realtime part of the server: everything that happens over WebSocket. */
export interface Realtime {
  readonly rooms: LiveRooms;
  readonly presence: Presence;
  readonly activity: LiveActivity;
  /** Joins the other processes, if there is a bus; nobody may connect before it resolves. */
  open(): Promise<void>;
  /** One entry for each connection. */
  connected(): readonly ConnectedPerson[];
  /** True for an address that somebody is connected from. */
  isConnectedFrom(address: string): boolean;
  /** Ends all connections from these addresses (1001), and returns how many those were. */
  closeFrom(isFrom: (address: string) => boolean): number;
  /** Handles every upgrade request of the HTTP server. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** An auth session has ended in storage: closes its connections (4401). */
  sessionEnded(sessionId: string): void;
  /** An admin has ended a user's sessions in storage: closes the user's connections (4403). */
  forceSignOut(userId: string): void;
  /** An invitation has been revoked: closes the connections of the guests whom it admitted (4403). */
  invitationRevoked(invitationId: string): void;
  /** A user has a new name or picture: tells the rooms that they are in. */
  accountChanged(account: ChangedAccount): void;
  /** A user was deleted from storage: their chat messages stay, under another name. */
  accountDeleted(userId: string): void;
  /** Sends a notification on each of a user's connections. Later connections do not get it. */
  notify(userId: string, notification: Notification): void;
  /** A room was created in storage. */
  roomCreated(record: RoomRecord): void;
  /** `userId` has blocked or unblocked another user in storage. */
  blockChanged(userId: string, otherId: string, isBlocked: boolean): void;
  /** A room has changed in storage: applies the change, and tells everybody inside. Resolves when it is in force here. */
  roomUpdated(record: RoomRecord): Awaitable<void>;
  /** Does what a moderationCommand does, for a user who need not be inside. Throws the RoomtoneError that is the answer. */
  moderate(actor: RoomActor, roomId: string, command: ModerationCommand): Promise<void>;
  /** Loops, turns and the metronome, for users who need not be inside. */
  readonly fromOutside: RoomsFromOutside;
  /** Rooms were deleted from storage: everybody inside gets roomClosed and stays connected. */
  closeRooms(roomIds: readonly string[], reason: RoomCloseReason): void;
  /**
   * Accepts no more connections and closes all of them (1001). Resolves when sockets are closed and writes are done.
   */
  shutdown(): Promise<void>;
}
