import { fromStored, roomSettings } from '@roomtone/protocol';
import type { Kysely, Selectable } from 'kysely';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { StandRecord } from '../../ports/stand.ts';
import type { RoomsTable, Schema } from './schema.ts';

/** Selects rooms with their owners' names, the rows that toRoom() takes. */
export function selectRooms(db: Kysely<Schema>) {
  return db
    .selectFrom('rooms')
    .innerJoin('users', 'users.user_id', 'rooms.owner_id')
    .selectAll('rooms')
    .select(['users.username as owner_name', 'users.display_name as owner_display_name']);
}

export function toRoom(
  row: Selectable<RoomsTable> & { owner_name: string; owner_display_name: string | null },
): RoomRecord {
  return {
    roomId: row.room_id,
    roomName: row.room_name,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    ownerDisplayName: row.owner_display_name ?? row.owner_name,
    moderatorIds: row.moderators.split(' ').filter((each) => each !== '' && each !== row.owner_id),
    playerIds: row.players.split(' ').filter((each) => each !== ''),
    roomType: row.room_type,
    maxUsers: row.max_users,
    passwordHash: row.password_hash ?? undefined,
    settings: fromStored(roomSettings, row.settings),
    createdAt: row.created_at,
    lastActivity: row.last_activity,
    ...(row.tempo !== null &&
      row.beats_per_bar !== null && {
        tempo: { tempo: row.tempo, beatsPerBar: row.beats_per_bar, beatsBefore: row.beats_counted },
      }),
    // Only setStand() writes it.
    ...(row.stand !== null && { stand: JSON.parse(row.stand) as StandRecord }),
  };
}
