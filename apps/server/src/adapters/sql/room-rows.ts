import type { Kysely, Selectable } from 'kysely';
import type { RoomRecord, RoomSettingsRecord } from '../../ports/room-storage.ts';
import type { StandRecord } from '../../ports/stand.ts';
import type { RoomsTable, Schema } from './schema.ts';

/** Selects rooms with their owners' names, the rows that toRoom() takes. */
export function selectRooms(db: Kysely<Schema>) {
  return db
    .selectFrom('rooms')
    .innerJoin('users', 'users.user_id', 'rooms.owner_id')
    .selectAll('rooms')
    .select('users.username as owner_name');
}

export function toRoom(row: Selectable<RoomsTable> & { owner_name: string }): RoomRecord {
  return {
    roomId: row.room_id,
    roomName: row.room_name,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    moderatorIds: row.moderators.split(' ').filter((each) => each !== '' && each !== row.owner_id),
    playerIds: row.players.split(' ').filter((each) => each !== ''),
    roomType: row.room_type,
    maxUsers: row.max_users,
    passwordHash: row.password_hash ?? undefined,
    settings: {
      allowChat: row.allow_chat === 1,
      allowGuests: row.allow_guests === 1,
      autoModeration: row.auto_moderation === 1,
      welcomeMessage: row.welcome_message,
      mayLoop: row.may_loop,
      mayPlay: row.may_play,
      turnPlayers: row.turn_players,
      turnSeconds: row.turn_seconds,
      mayChat: row.may_chat,
      maySetMetronome: row.may_set_metronome,
    },
    createdAt: row.created_at,
    lastActivity: row.last_activity,
    ...(row.tempo !== null &&
      row.beats_per_bar !== null && { tempo: { tempo: row.tempo, beatsPerBar: row.beats_per_bar } }),
    // Only setStand() writes it.
    ...(row.stand !== null && { stand: JSON.parse(row.stand) as StandRecord }),
  };
}

/** Columns for the settings that are given. */
export function settingsColumns(settings: Partial<RoomSettingsRecord>) {
  const { allowChat, allowGuests, autoModeration, welcomeMessage, mayPlay, mayChat, maySetMetronome, mayLoop } =
    settings;
  const { turnPlayers, turnSeconds } = settings;
  return {
    ...(allowChat === undefined ? {} : { allow_chat: allowChat ? 1 : 0 }),
    ...(allowGuests === undefined ? {} : { allow_guests: allowGuests ? 1 : 0 }),
    ...(autoModeration === undefined ? {} : { auto_moderation: autoModeration ? 1 : 0 }),
    ...(welcomeMessage === undefined ? {} : { welcome_message: welcomeMessage }),
    ...(mayLoop === undefined ? {} : { may_loop: mayLoop }),
    ...(mayPlay === undefined ? {} : { may_play: mayPlay }),
    ...(turnPlayers === undefined ? {} : { turn_players: turnPlayers }),
    ...(turnSeconds === undefined ? {} : { turn_seconds: turnSeconds }),
    ...(mayChat === undefined ? {} : { may_chat: mayChat }),
    ...(maySetMetronome === undefined ? {} : { may_set_metronome: maySetMetronome }),
  };
}
