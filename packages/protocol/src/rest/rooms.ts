import Type from 'typebox';
import { limits } from '../limits.ts';

const closed = { additionalProperties: false } as const;

export const RoomTypeName = Type.Enum(['public', 'private', 'pro']);
export type RoomTypeName = Type.Static<typeof RoomTypeName>;

/** What a client may set; lengths after trimming and characters are checked by the domain. */
const SettingsBody = Type.Object(
  {
    allow_chat: Type.Optional(Type.Boolean()),
    allow_guests: Type.Optional(Type.Boolean()),
    auto_moderation: Type.Optional(Type.Boolean()),
    welcome_message: Type.Optional(Type.String()),
  },
  closed,
);

const changeable = {
  /** "" and null stand for none. */
  password: Type.Optional(Type.Union([Type.String({ maxLength: limits.roomPassword.max }), Type.Null()])),
  max_users: Type.Optional(Type.Integer({ minimum: limits.maxUsers.min })),
  settings: Type.Optional(SettingsBody),
};

export const CreateRoomBody = Type.Object(
  { room_name: Type.String(), room_type: Type.Optional(RoomTypeName), ...changeable },
  closed,
);
export type CreateRoomBody = Type.Static<typeof CreateRoomBody>;

/** What is absent stays. A room's type never changes. */
export const UpdateRoomBody = Type.Object({ room_name: Type.Optional(Type.String()), ...changeable }, closed);
export type UpdateRoomBody = Type.Static<typeof UpdateRoomBody>;

export const RoomListQuery = Type.Object(
  {
    page: Type.Optional(Type.Integer({ minimum: 1, default: limits.page.default })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.page.limitMax, default: limits.page.limitDefault }),
    ),
    room_type: Type.Optional(RoomTypeName),
    has_users: Type.Optional(Type.Boolean()),
  },
  // Unknown query parameters are ignored, as on the web in general; only bodies are strict.
  {},
);
export type RoomListQuery = Type.Static<typeof RoomListQuery>;

const common = {
  room_id: Type.String(),
  room_name: Type.String(),
  /** The owner's user_id. */
  room_owner: Type.String(),
  room_owner_name: Type.String(),
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
  username: Type.String(),
  avatar_url: Type.String(),
  joined_at: Type.String({ format: 'date-time' }),
});

export const RoomDetails = Type.Object({
  ...common,
  settings: Type.Object({
    allow_chat: Type.Boolean(),
    allow_guests: Type.Boolean(),
    auto_moderation: Type.Boolean(),
    welcome_message: Type.String(),
  }),
  users: Type.Array(RoomUser),
});
export type RoomDetails = Type.Static<typeof RoomDetails>;

export const DeletedRoomView = Type.Object({ room_id: Type.String() });
export type DeletedRoomView = Type.Static<typeof DeletedRoomView>;

export const Ban = Type.Object({
  user_id: Type.String(),
  username: Type.String(),
  /** The user_id of whoever made it. */
  banned_by: Type.String(),
  /** "" where none was given. */
  reason: Type.String(),
  /** When it ends by itself; null: when it is undone. */
  until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
});
export type Ban = Type.Static<typeof Ban>;

export const BansView = Type.Object({ bans: Type.Array(Ban) });
export type BansView = Type.Static<typeof BansView>;
