// Turns rows of accounts and sessions into the ports' records.
import { type BotScope, botScopes } from '@roomtone/protocol/rest';
import type { Selectable } from 'kysely';
import type { ProfileRecord, SessionRecord, UserRecord } from '../../ports/account-storage.ts';
import type { SessionsTable } from './schema.ts';
import type { UsersTable } from './users-table.ts';

export function toUser(row: Selectable<UsersTable>): UserRecord;
export function toUser(row: Selectable<UsersTable> | undefined): UserRecord | undefined;
export function toUser(row: Selectable<UsersTable> | undefined): UserRecord | undefined {
  if (row === undefined) return undefined;
  return {
    userId: row.user_id,
    username: row.username,
    userTag: row.user_tag,
    email: row.email ?? undefined,
    passwordHash: row.password_hash,
    roles: JSON.parse(row.roles),
    createdAt: row.created_at,
    ...(row.avatar_name === null ? {} : { avatarName: row.avatar_name }),
    ...(row.second_factor === 1 ? { hasSecondFactor: true as const } : {}),
    ...(row.bot_owner === null ? {} : { bot: { ownerId: row.bot_owner, scopes: toScopes(row.bot_scopes) } }),
    ...(row.display_name === null ? {} : { displayName: row.display_name }),
    ...(row.suspended === 1 ? { isSuspended: true as const } : {}),
    ...(row.invited_by === null ? {} : { invitedBy: row.invited_by }),
  };
}

function toScopes(stored: string | null): readonly BotScope[] {
  const given = (stored ?? '').split(' ');
  return botScopes.filter((scope) => given.includes(scope));
}

export function toSession(row: Selectable<SessionsTable>): SessionRecord;
export function toSession(row: Selectable<SessionsTable> | undefined): SessionRecord | undefined;
export function toSession(row: Selectable<SessionsTable> | undefined): SessionRecord | undefined {
  if (row === undefined) return undefined;
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    refreshHash: row.refresh_hash,
    previousHash: row.previous_hash ?? undefined,
    remembered: row.remembered === 1,
    createdAt: row.created_at,
    lastUsed: row.last_used,
    expiresAt: row.expires_at,
    address: row.address,
    userAgent: row.user_agent,
  };
}

export function toProfile(row: Selectable<UsersTable>): ProfileRecord {
  return {
    user: toUser(row),
    theme: row.theme,
    isThemeChosen: row.theme_chosen === 1,
    notifications: row.notifications === 1,
    language: row.language,
    emailVerified: row.email_verified === 1,
    lastSeen: row.last_seen,
    totalNotes: row.total_notes,
    playedMs: row.played_ms,
    roomsCreated: row.rooms_created,
  };
}
