import type { Ban, RoomDetails, RoomEntry } from '@roomtone/protocol/rest';
import type { LiveRooms, RoomRecord } from '../ports.ts';
import type { BanRecord } from '../room-ports.ts';

/** A room as lists show it. Its last activity is what the list was sorted by, not what has happened since. */
export function roomEntry(room: RoomRecord, live: LiveRooms): RoomEntry {
  return { ...common(room, live), last_activity: dateTime(room.lastActivity) };
}

/** A room by itself, with settings and the people inside. */
export function roomDetails(room: RoomRecord, live: LiveRooms): RoomDetails {
  const { allowChat, allowGuests, autoModeration, welcomeMessage } = room.settings;
  return {
    ...common(room, live),
    settings: {
      allow_chat: allowChat,
      allow_guests: allowGuests,
      auto_moderation: autoModeration,
      welcome_message: welcomeMessage,
    },
    users: live.participants(room.roomId).map((participant) => ({
      user_id: participant.userId,
      username: participant.username,
      avatar_url: participant.avatarUrl,
      joined_at: dateTime(participant.joinedAt),
    })),
  };
}

/** A ban as those see it who keep order in the room. */
export function banView(ban: BanRecord): Ban {
  return {
    user_id: ban.userId,
    username: ban.username,
    banned_by: ban.bannedBy,
    reason: ban.reason,
    until: ban.until === undefined ? null : dateTime(ban.until),
  };
}

function common(room: RoomRecord, live: LiveRooms) {
  return {
    room_id: room.roomId,
    room_name: room.roomName,
    room_owner: room.ownerId,
    room_owner_name: room.ownerName,
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
