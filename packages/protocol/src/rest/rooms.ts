import Type from 'typebox';
import { limits } from '../limits.ts';
import { roomSettings, roomType } from '../model/room-settings.ts';
import { restNames } from './names.ts';
import { restBody, restView } from './record-shapes.ts';

const closed = { additionalProperties: false } as const;

export const RoomTypeName = roomType.body;
export type RoomTypeName = Type.Static<typeof RoomTypeName>;

const oneLine = 'no control or bidirectional-override characters';

/** The domain checks the length after trimming and the characters. */
const RoomName = Type.String({
  description: `${limits.roomName.min} to ${limits.roomName.max} characters after trimming; ${oneLine}.`,
});

/** The people who may play, chat and set the metronome (R23), and use the loops (R21.2). */
export const PlayRight = roomSettings.mayPlay.body;
export type PlayRight = Type.Static<typeof PlayRight>;
export const ChatRight = roomSettings.mayChat.body;
export type ChatRight = Type.Static<typeof ChatRight>;
export const MetronomeRight = roomSettings.maySetMetronome.body;
export type MetronomeRight = Type.Static<typeof MetronomeRight>;
export const LoopRight = roomSettings.mayLoop.body;
export type LoopRight = Type.Static<typeof LoopRight>;

const changeable = {
  password: Type.Optional(
    Type.Union([Type.String({ maxLength: limits.roomPassword.max }), Type.Null()], {
      description: '"" and null stand for none.',
    }),
  ),
  max_users: Type.Optional(
    Type.Integer({
      minimum: limits.maxUsers.min,
      description: `At most ${limits.maxUsers.member}, with Pro ${limits.maxUsers.pro}; ${limits.maxUsers.default} unless set.`,
    }),
  ),
  settings: Type.Optional(restBody(roomSettings)),
};

export const CreateRoomBody = Type.Object(
  { room_name: RoomName, room_type: Type.Optional(RoomTypeName), ...changeable },
  closed,
);
export type CreateRoomBody = Type.Static<typeof CreateRoomBody>;

/** Absent fields keep their values. A room's type never changes. */
export const UpdateRoomBody = Type.Object({ room_name: Type.Optional(RoomName), ...changeable }, closed);
export type UpdateRoomBody = Type.Static<typeof UpdateRoomBody>;

export const RoomListQuery = Type.Object(
  {
    page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.page.max,
        default: limits.page.default,
        description: 'Which page, from 1.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.page.limitMax,
        default: limits.page.limitDefault,
        description: 'Rooms per page.',
      }),
    ),
    room_type: Type.Optional(Type.Enum([...roomType.names], { description: 'Only rooms of this type.' })),
    has_users: Type.Optional(Type.Boolean({ description: 'true: only rooms with somebody inside. false: all.' })),
  },
  // Unknown query parameters are ignored, as is usual on the web; only bodies are strict.
  {},
);
export type RoomListQuery = Type.Static<typeof RoomListQuery>;

const common = {
  room_id: Type.String(),
  room_name: Type.String(),
  /** The owner's user_id. */
  room_owner: Type.String(),
  room_owner_name: Type.String(),
  room_owner_display_name: Type.String(),
  room_type: RoomTypeName,
  current_users: Type.Integer(),
  max_users: Type.Integer(),
  has_password: Type.Boolean(),
  created_at: Type.String({ format: 'date-time' }),
};

export const RoomEntry = Type.Object({ ...common, last_activity: Type.String({ format: 'date-time' }) });
export type RoomEntry = Type.Static<typeof RoomEntry>;

export const Pagination = Type.Object({
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  pages: Type.Integer(),
});
export type Pagination = Type.Static<typeof Pagination>;

export const RoomListView = Type.Object({ rooms: Type.Array(RoomEntry), pagination: Pagination });
export type RoomListView = Type.Static<typeof RoomListView>;

export const RoomUser = Type.Object({
  /** "" for a guest. */
  user_id: Type.String(),
  ...restNames,
  avatar_url: Type.String(),
  joined_at: Type.String({ format: 'date-time' }),
  /** True for a bot; absent otherwise. */
  bot: Type.Optional(Type.Boolean()),
  /** Their number in the room, by which a guest can be moderated. */
  participant: Type.Optional(Type.Integer()),
});

export const RoomDetails = Type.Object({
  ...common,
  settings: restView(roomSettings),
  users: Type.Array(RoomUser),
  /** The user_ids of those whom the owner has named. */
  moderators: Type.Array(Type.String()),
  /** The user_ids of the named players. */
  players: Type.Array(Type.String()),
});
export type RoomDetails = Type.Static<typeof RoomDetails>;

export const DeletedRoomView = Type.Object({ room_id: Type.String() });
export type DeletedRoomView = Type.Static<typeof DeletedRoomView>;

export const Ban = Type.Object({
  /** "" for a guest. */
  user_id: Type.String(),
  /** For a guest, the name they had in the room. */
  ...restNames,
  /** For guests only: their participant number, which is needed to end the ban. */
  participant: Type.Optional(Type.Integer()),
  /** The user_id of the person who made it. */
  banned_by: Type.String(),
  /** "" if none was given. */
  reason: Type.String(),
  /** When it ends; null if it lasts until it is undone. */
  until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type Ban = Type.Static<typeof Ban>;

export const BansView = Type.Object({ bans: Type.Array(Ban) });
export type BansView = Type.Static<typeof BansView>;

const uint32 = 4_294_967_295;

/** A `user_id` or a `participant` is needed; guests have no user_id. */
export const ModerationBody = Type.Object(
  {
    action: Type.Enum(['kick', 'ban', 'unban', 'mute', 'unmute']),
    user_id: Type.Optional(Type.String({ description: 'A user, with all of their participants.' })),
    participant: Type.Optional(
      Type.Integer({ minimum: 1, maximum: uint32, description: 'The number of one participant.' }),
    ),
    seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: uint32,
        description: 'How long a ban or mute lasts. 0, which is the default, means until it is undone.',
      }),
    ),
    chat: Type.Optional(Type.Boolean({ description: 'A mute takes away chat.' })),
    notes: Type.Optional(Type.Boolean({ description: 'A mute takes away notes.' })),
    reason: Type.Optional(
      Type.String({ description: `Up to ${limits.moderationReason.max} characters; the target gets to read it.` }),
    ),
  },
  closed,
);
export type ModerationBody = Type.Static<typeof ModerationBody>;

export const ModeratedRoomView = Type.Object({ room_id: Type.String() });
export type ModeratedRoomView = Type.Static<typeof ModeratedRoomView>;

/** Somebody whom the owner of a room has named. */
export const RoomModerator = Type.Object({
  user_id: Type.String(),
  ...restNames,
  bot: Type.Boolean(),
});
export type RoomModerator = Type.Static<typeof RoomModerator>;

export const RoomModeratorsView = Type.Object({ moderators: Type.Array(RoomModerator) });
export type RoomModeratorsView = Type.Static<typeof RoomModeratorsView>;

/** The named players of a room. */
export const RoomPlayersView = Type.Object({ players: Type.Array(RoomModerator) });
export type RoomPlayersView = Type.Static<typeof RoomPlayersView>;

/** A Standard MIDI File, to be shared with a room. */
export const RoomFileBody = Type.Object(
  {
    name: Type.String({
      description: `${limits.roomFile.name.min} to ${limits.roomFile.name.max} characters after trimming; ${oneLine}.`,
    }),
    data: Type.String({
      minLength: 1,
      description: `A Standard MIDI File of at most ${limits.roomFile.bytes} bytes, in base64.`,
    }),
  },
  closed,
);
export type RoomFileBody = Type.Static<typeof RoomFileBody>;

export const RoomFileView = Type.Object({
  /** 22 characters. */
  file_id: Type.String(),
  name: Type.String(),
  /** Base64. */
  data: Type.String(),
});
export type RoomFileView = Type.Static<typeof RoomFileView>;
