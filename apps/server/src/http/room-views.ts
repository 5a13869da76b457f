import type { RoomDetails, RoomEntry } from '@roomtone/protocol/rest';
import type { LiveRooms, RoomRecord } from '../ports.ts';

/** A room as lists show it: who is inside, and what has just happened, is known only to the running rooms. */
export function roomEntry(room: RoomRecord, live: LiveRooms): RoomEntry {
  const lastActivity = Math.max(room.lastActivity, live.lastActivity(room.roomId));
  return { ...common(room, live), last_activity: dateTime(lastActivity) };
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
