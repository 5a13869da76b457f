import { restNamesOf, roomSettings, toRest } from '@roomtone/protocol';
import type { Ban, RoomDetails, RoomEntry } from '@roomtone/protocol/rest';
import type { LiveRooms } from '../../../ports/live-rooms.ts';
import type { BanRecord, GuestBanRecord, RoomRecord } from '../../../ports/room-storage.ts';

/** A room as lists show it, with the last activity that the list was sorted by. */
export function roomEntry(room: RoomRecord, live: LiveRooms): RoomEntry {
  return { ...common(room, live), last_activity: dateTime(room.lastActivity) };
}

/** A single room, with its settings and participants. */
export function roomDetails(room: RoomRecord, live: LiveRooms): RoomDetails {
  return {
    ...common(room, live),
    settings: toRest(roomSettings, room.settings),
    users: live.participants(room.roomId).map((participant) => ({
      user_id: participant.userId,
      ...restNamesOf(participant),
      avatar_url: participant.avatarUrl,
      joined_at: dateTime(participant.joinedAt),
      ...(participant.bot ? { bot: true } : {}),
      participant: participant.number,
    })),
    moderators: [...room.moderatorIds],
    players: [...room.playerIds],
  };
}

/** The bans of a room for its moderators, the newest first. Addresses are not shown. */
export function bansView(accounts: readonly BanRecord[], guests: readonly GuestBanRecord[]): Ban[] {
  const all = [
    ...accounts.map((ban) => ({ at: ban.bannedAt, view: { user_id: ban.userId, ...banView(ban) } })),
    ...guests.map((ban) => ({
      at: ban.bannedAt,
      view: { user_id: '', participant: ban.participant, ...banView(ban) },
    })),
  ];
  return all.sort((one, other) => other.at - one.at).map(({ view }) => view);
}

function banView({ bannedBy, reason, until, ...names }: Omit<BanRecord, 'userId'>) {
  return { ...restNamesOf(names), banned_by: bannedBy, reason, until: until === undefined ? null : dateTime(until) };
}

function common(room: RoomRecord, live: LiveRooms) {
  return {
    room_id: room.roomId,
    room_name: room.roomName,
    room_owner: room.ownerId,
    room_owner_name: room.ownerName,
    room_owner_display_name: room.ownerDisplayName,
    room_type: room.roomType,
    current_users: live.occupancy(room.roomId),
    max_users: room.maxUsers,
    has_password: room.passwordHash !== undefined,
    created_at: dateTime(room.createdAt),
  };
}

function dateTime(ms: number): string {
  return new Date(ms).toISOString();
}
