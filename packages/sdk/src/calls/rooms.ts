import { type CallOptions, callOptions } from '../call-options.ts';
import { checkKeys } from '../known-keys.ts';
import type { RoomType } from '../room/from-wire.ts';
import type { ModerationTarget } from '../room/moderation.ts';
import {
  type Ban,
  type BansView,
  type NewRoom,
  newRoom,
  type RoomChanges,
  type RoomDetails,
  type RoomFileBody,
  type RoomFileView,
  type RoomListView,
  type RoomUser,
  roomChanges,
} from '../views.ts';
import { inPath, type Send } from './send.ts';

export interface RoomListOptions extends CallOptions {
  /** From 1. */
  readonly page?: number;
  /** Rooms per page, 1 to 100; default 20. */
  readonly limit?: number;
  readonly roomType?: RoomType;
  /** Only rooms with participants. */
  readonly hasUsers?: boolean;
}

/** The actions of a moderator; see Moderation. */
export interface RoomModeration {
  readonly action: 'kick' | 'ban' | 'unban' | 'mute' | 'unmute';
  readonly target: ModerationTarget;
  /** How long a ban or mute lasts, in s; 0 or absent: until it is undone. */
  readonly seconds?: number;
  /** The rights that a mute takes away; by default both. */
  readonly chat?: boolean;
  readonly notes?: boolean;
  /** A message to the person concerned, up to 500 characters. */
  readonly reason?: string;
}

type SentDetails = Omit<RoomDetails, 'users'> & {
  readonly users: readonly (Omit<RoomUser, 'participantId'> & { readonly participant: number })[];
};

function detailsOf({ users, ...room }: SentDetails): RoomDetails {
  return { ...room, users: users.map(({ participant, ...user }) => ({ ...user, participantId: participant })) };
}

/** The rooms of a server; join one with `joinRoom`. A room that does not exist is a ROOM_NOT_FOUND. */
export function roomCalls(send: Send) {
  const pathOf = (roomId: string) => `/api/rooms/${inPath(roomId)}`;
  return {
    /** Public and pro rooms, latest activity first; with `roomType: 'private'`, the private rooms that you own or that name you. */
    list: async (options: RoomListOptions = {}): Promise<RoomListView> => {
      checkKeys(options, `page limit roomType hasUsers ${callOptions}`, 'rooms.list()');
      const { page, limit, roomType, hasUsers, ...rest } = options;
      const query = { page, limit, room_type: roomType, has_users: hasUsers };
      return send({ method: 'GET', path: '/api/rooms', query }, rest);
    },
    /** A private room is returned to anybody who knows its id. */
    get: async (roomId: string, options?: CallOptions): Promise<RoomDetails> =>
      detailsOf(await send<SentDetails>({ method: 'GET', path: pathOf(roomId) }, options)),
    /** Creates a room without joining it. */
    create: async (body: NewRoom, options?: CallOptions): Promise<RoomDetails> => {
      checkKeys(body, newRoom, 'rooms.create()');
      return detailsOf(await send<SentDetails>({ method: 'POST', path: '/api/rooms', body }, options));
    },
    /** Absent fields keep their values; a password of "" or null removes it. Owner only. */
    update: async (roomId: string, body: RoomChanges, options?: CallOptions): Promise<RoomDetails> => {
      checkKeys(body, roomChanges, 'rooms.update()');
      return detailsOf(await send<SentDetails>({ method: 'PUT', path: pathOf(roomId), body }, options));
    },
    /** Participants leave the room and stay connected. Owner only. */
    delete: (roomId: string, options?: CallOptions): Promise<{ readonly roomId: string }> =>
      send({ method: 'DELETE', path: pathOf(roomId) }, options),
    /** Moderates the room from anywhere. For its owner and moderators. */
    moderate: async (roomId: string, act: RoomModeration, options?: CallOptions): Promise<void> => {
      checkKeys(act, 'action target seconds chat notes reason', 'rooms.moderate()');
      checkKeys(act.target, 'userId participantId', 'the target of rooms.moderate()');
      const { target, action, ...rest } = act;
      const whom = 'userId' in target ? { userId: target.userId } : { participant: target.participantId };
      const mute = action === 'mute' ? { chat: true, notes: true } : {};
      await send(
        { method: 'POST', path: `${pathOf(roomId)}/moderation`, body: { action, ...whom, ...mute, ...rest } },
        options,
      );
    },
    /**
     * Shares a Standard MIDI File of at most 40,000 bytes with a room that you are in. Announce it in chat as
     * `♪ name #file:fileId`. The server keeps the newest files of a room until it stops.
     */
    shareFile: async (roomId: string, body: RoomFileBody, options?: CallOptions): Promise<RoomFileView> => {
      checkKeys(body, 'name data', 'rooms.shareFile()');
      return send({ method: 'POST', path: `${pathOf(roomId)}/files`, body }, options);
    },
    /** A file that somebody shared; RESOURCE_NOT_FOUND if it is no longer kept. */
    file: (roomId: string, fileId: string, options?: CallOptions): Promise<RoomFileView> =>
      send({ method: 'GET', path: `${pathOf(roomId)}/files/${inPath(fileId)}` }, options),
    /** The room's bans, newest first. For its owner and moderators. */
    bans: async (roomId: string, options?: CallOptions): Promise<BansView> => {
      type Given = Omit<Ban, 'participantId'> & { readonly participant?: number };
      const request = { method: 'GET', path: `${pathOf(roomId)}/bans` } as const;
      const { bans } = await send<{ readonly bans: readonly Given[] }>(request, options);
      return {
        bans: bans.map(({ participant, ...ban }) =>
          participant === undefined ? ban : { ...ban, participantId: participant },
        ),
      };
    },
  };
}
