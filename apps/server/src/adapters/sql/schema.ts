import type { AuditKind } from '@roomtone/protocol/rest';
import type { Generated } from 'kysely';
import type { EmailPurpose } from '../../ports/email-token-storage.ts';
import type { BillingTables } from './billing-schema.ts';
import type { InvitationsTable } from './invitation-schema.ts';
import type { PasskeysTable, RecoveryCodesTable, TotpSecretsTable } from './second-factor-schema.ts';
import type { RoomSheetsTable, SetListsTable } from './sheet-schema.ts';
import type { UsersTable } from './users-table.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-schema.ts';

/**
 * The tables, the same in every SQL dialect. Times are ms since 1970; booleans are 1 and 0, because SQLite has none; `…_key`
 * columns hold the lower-case form, by which rows are unique and looked up.
 */
export interface Schema extends BillingTables {
  users: UsersTable;
  sessions: SessionsTable;
  rooms: RoomsTable;
  chat: ChatTable;
  bans: BansTable;
  guest_bans: GuestBansTable;
  mutes: MutesTable;
  direct_messages: DirectMessagesTable;
  friends: FriendsTable;
  friend_requests: FriendRequestsTable;
  blocks: BlocksTable;
  service_keys: ServiceKeysTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  email_tokens: EmailTokensTable;
  invitations: InvitationsTable;
  audit_log: AuditLogTable;
  room_loops: RoomLoopsTable;
  room_sheets: RoomSheetsTable;
  set_lists: SetListsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

export interface SessionsTable {
  session_id: string;
  user_id: string;
  refresh_hash: string;
  previous_hash: string | null;
  remembered: number;
  created_at: number;
  last_used: number;
  expires_at: number;
  address: string;
  user_agent: string;
}

export interface RoomsTable {
  room_id: string;
  room_name: string;
  owner_id: string;
  room_type: 'public' | 'private' | 'pro';
  max_users: number;
  password_hash: string | null;
  /** JSON. */
  settings: string;
  created_at: number;
  last_activity: number;
  /** All participant numbers below it have been reserved. */
  next_number: Generated<number>;
  /** In thousandths of beats per minute; null, like beats_per_bar, if the metronome was never set. */
  tempo: Generated<number | null>;
  beats_per_bar: Generated<number | null>;
  beats_counted: Generated<number>;
  /** User ids, separated by spaces. */
  moderators: Generated<string>;
  /** Named players, like moderators. */
  players: Generated<string>;
  /** JSON; null if nothing was ever put there. */
  stand: Generated<string | null>;
  /** When the room was marked for removal because of inactivity; null if it is not marked. */
  removal_marked_at: number | null;
}

/** The loops of rooms. */
interface RoomLoopsTable {
  room_id: string;
  slot: number;
  /** The user who made it; null once their account is deleted. */
  user_id: string | null;
  revision: number;
  /** A `Loop` message in Base64. */
  loop: string;
}

/** Keys that stay the same when the signing key they were first derived from is replaced. */
interface ServiceKeysTable {
  name: string;
  /** Base64. */
  key: string;
}

/** Names are those at the time. */
interface AuditLogTable {
  /** Ascending with the time. */
  entry_id: string;
  at: number;
  kind: AuditKind;
  user_id: string;
  username: string;
  by_id: string;
  by_name: string;
  address: string;
  /** JSON. */
  details: string;
}

interface BansTable {
  room_id: string;
  user_id: string;
  banned_by: string;
  reason: string;
  /** Null: until undone. */
  until: number | null;
  banned_at: number;
  /** Address blocks, separated by spaces. */
  addresses: Generated<string>;
}

interface GuestBansTable {
  room_id: string;
  participant: number;
  address: string;
  username: string;
  banned_by: string;
  reason: string;
  /** Null: until undone. */
  until: number | null;
  banned_at: number;
}

interface MutesTable {
  room_id: string;
  user_id: string;
  chat: number;
  notes: number;
  /** Null: until undone. */
  until: number | null;
}

interface DirectMessagesTable {
  message_id: string;
  from_id: string;
  to_id: string;
  /** Ascending for each recipient. */
  position: number;
  message: string;
  timestamp: number;
}

export interface ChatTable {
  room_id: string;
  /** Ascending within the room: keeps the order of messages with equal timestamps. */
  position: number;
  message_id: string;
  user_id: string;
  username: string;
  /** Null if it was the username. */
  display_name: Generated<string | null>;
  message: string;
  message_type: 'user' | 'system' | 'bot';
  timestamp: number;
}

/** A friendship is two rows, one for each user. */
interface FriendsTable {
  user_id: string;
  friend_id: string;
  since: number;
}

interface FriendRequestsTable {
  from_id: string;
  to_id: string;
  sent_at: number;
}

interface BlocksTable {
  user_id: string;
  blocked_id: string;
  blocked_at: number;
}

interface EmailTokensTable {
  token_hash: string;
  user_id: string;
  purpose: EmailPurpose;
  /** The address in lower case. */
  email_key: string;
  expires_at: number;
}
