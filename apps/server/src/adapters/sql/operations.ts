import type { Kysely } from 'kysely';
import type { KnownIds, Storage } from '../../ports/storage.ts';
import { accountData } from './account-data-operations.ts';
import * as accounts from './account-operations.ts';
import * as audit from './audit-operations.ts';
import * as bans from './ban-operations.ts';
import * as billing from './billing-operations.ts';
import * as bots from './bot-operations.ts';
import * as chat from './chat-operations.ts';
import * as directMessages from './direct-message-operations.ts';
import * as emailTokens from './email-token-operations.ts';
import * as friends from './friend-operations.ts';
import * as guestBans from './guest-ban-operations.ts';
import { inChunks } from './in-chunks.ts';
import * as inactiveRooms from './inactive-room-operations.ts';
import * as invitations from './invitation-operations.ts';
import * as loops from './loop-operations.ts';
import { setModerator, setNamedPlayer } from './moderator-operations.ts';
import * as mutes from './mute-operations.ts';
import type { OperationName } from './operation-kinds.ts';
import * as profiles from './profile-operations.ts';
import * as roomLists from './room-list-operations.ts';
import * as rooms from './room-operations.ts';
import type { Schema } from './schema.ts';
import * as secondFactors from './second-factor-operations.ts';
import * as serviceKeys from './service-key-operations.ts';
import * as sessions from './session-operations.ts';
import * as sheets from './sheet-operations.ts';
import * as webhooks from './webhook-operations.ts';

/** Every operation of Storage as a function over a database or transaction; nothing in them is specific to one SQL dialect. */
export type Operations = {
  readonly [Name in OperationName]: (
    db: Kysely<Schema>,
    ...args: Parameters<Storage[Name]>
  ) => ReturnType<Storage[Name]>;
};

export const operations: Operations = {
  ...accounts,
  accountData,
  ...sessions,
  ...bots,
  ...profiles,
  ...friends,
  ...rooms,
  ...roomLists,
  ...loops,
  setModerator,
  setNamedPlayer,
  ...bans,
  ...guestBans,
  ...mutes,
  ...directMessages,
  ...billing,
  missing,
  ...chat,
  ...inactiveRooms,
  ...serviceKeys,
  ...secondFactors,
  ...emailTokens,
  ...invitations,
  ...audit,
  ...sheets,
  ...webhooks,
};

type Db = Kysely<Schema>;

async function missing(db: Db, { sessionIds, userIds, roomIds }: KnownIds, now: number): Promise<KnownIds> {
  const sessions = await inChunks(sessionIds, (some) =>
    db
      .selectFrom('sessions')
      .select('session_id as id')
      .where('session_id', 'in', some)
      .where('expires_at', '>', now)
      .execute(),
  );
  const users = await inChunks(userIds, (some) =>
    db.selectFrom('users').select('user_id as id').where('user_id', 'in', some).execute(),
  );
  const rooms = await inChunks(roomIds, (some) =>
    db.selectFrom('rooms').select('room_id as id').where('room_id', 'in', some).execute(),
  );
  return {
    sessionIds: without(sessionIds, sessions),
    userIds: without(userIds, users),
    roomIds: without(roomIds, rooms),
  };
}

function without(ids: readonly string[], found: readonly { readonly id: string }[]): readonly string[] {
  const known = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
