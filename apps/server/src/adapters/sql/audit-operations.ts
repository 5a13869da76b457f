import type { AuditDetails } from '@roomtone/protocol/rest';
import type { Kysely, Selectable } from 'kysely';
import type { AuditEntryRecord, AuditRequest, NewAuditEntry } from '../../ports/audit-log.ts';
import { userByLogin } from './account-operations.ts';
import { userByIdOrName } from './profile-operations.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

export async function addAuditEntries(db: Db, entries: readonly NewAuditEntry[]): Promise<void> {
  for (const entry of entries) {
    const user = await userOf(db, entry);
    const by = entry.byUserId === undefined ? undefined : await nameOf(db, entry.byUserId);
    await db
      .insertInto('audit_log')
      .values({
        entry_id: entry.entryId,
        at: entry.at,
        kind: entry.kind,
        user_id: user.userId,
        username: user.username,
        by_id: entry.byUserId ?? '',
        by_name: by ?? '',
        address: entry.address ?? '',
        details: JSON.stringify(entry.details ?? {}),
      })
      // Written again if the answer to the first time was lost.
      .onConflict((conflict) => conflict.column('entry_id').doNothing())
      .execute();
  }
}

export async function auditEntries(db: Db, request: AuditRequest): Promise<readonly AuditEntryRecord[]> {
  const { kind, user, fromId, beforeId, limit } = request;
  let query = db.selectFrom('audit_log').selectAll();
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (fromId !== undefined) query = query.where('entry_id', '>=', fromId);
  if (beforeId !== undefined) query = query.where('entry_id', '<', beforeId);
  if (user !== undefined) {
    // Somebody who is gone from storage is still found by id, or by the name as it was written.
    const id = (await userByIdOrName(db, user))?.userId ?? user;
    query = query.where((or) =>
      or.or([or('user_id', '=', id), or('by_id', '=', id), or('username', '=', user), or('by_name', '=', user)]),
    );
  }
  const rows = await query.orderBy('entry_id', 'desc').limit(limit).execute();
  return rows.map(toEntry);
}

export async function pruneAuditEntries(db: Db, kept: number, beforeId?: string): Promise<void> {
  const newestToGo = await db
    .selectFrom('audit_log')
    .select('entry_id')
    .orderBy('entry_id', 'desc')
    .limit(1)
    .offset(kept)
    .executeTakeFirst();
  if (newestToGo !== undefined) {
    await db.deleteFrom('audit_log').where('entry_id', '<=', newestToGo.entry_id).execute();
  }
  if (beforeId !== undefined) await db.deleteFrom('audit_log').where('entry_id', '<', beforeId).execute();
}

async function userOf(db: Db, { userId, login, username }: NewAuditEntry) {
  if (login !== undefined) {
    const user = await userByLogin(db, login);
    return { userId: user?.userId ?? '', username: user?.username ?? '' };
  }
  if (userId === undefined) return { userId: '', username: username ?? '' };
  return { userId, username: username ?? (await nameOf(db, userId)) ?? '' };
}

async function nameOf(db: Db, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('username').where('user_id', '=', userId).executeTakeFirst();
  return row?.username;
}

function toEntry(row: Selectable<Schema['audit_log']>): AuditEntryRecord {
  return {
    entryId: row.entry_id,
    at: row.at,
    kind: row.kind,
    userId: row.user_id,
    username: row.username,
    byUserId: row.by_id,
    byUsername: row.by_name,
    address: row.address,
    // Written by addAuditEntries().
    details: JSON.parse(row.details) as AuditDetails,
  };
}
