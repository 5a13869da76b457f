import Type from 'typebox';
import { Password, Username } from './auth.ts';
import { DisplayName, restNames } from './names.ts';

const closed = { additionalProperties: false } as const;

/** The public part of an account. */
export const PublicUserView = Type.Object({
  user_id: Type.String(),
  ...restNames,
  /** Path relative to `{base_url}`. */
  avatar_url: Type.String(),
  is_member: Type.Boolean(),
  is_pro: Type.Boolean(),
  last_seen: Type.String({ format: 'date-time' }),
  public_stats: Type.Object({
    /** Note-ons that the server accepted. */
    total_notes: Type.Integer(),
    /** Seconds in rooms as a player. */
    time_played: Type.Integer(),
  }),
});
export type PublicUserView = Type.Static<typeof PublicUserView>;

/** A user as admins see them. */
export const ListedUserView = Type.Object({
  user_id: Type.String(),
  ...restNames,
  /** Path relative to `{base_url}`. */
  avatar_url: Type.String(),
  roles: Type.Array(Type.String()),
  /** Nobody can sign in to the account. */
  suspended: Type.Boolean(),
  last_seen: Type.String({ format: 'date-time' }),
});
export type ListedUserView = Type.Static<typeof ListedUserView>;

/** Those seen last come first. */
export const UserListView = Type.Object({
  users: Type.Array(ListedUserView),
  /** True if there are more than the answer has. */
  more: Type.Boolean(),
});
export type UserListView = Type.Static<typeof UserListView>;

export const UserListQuery = Type.Object(
  {
    search: Type.Optional(
      Type.String({ maxLength: 64, description: 'A part of the username or of the display name, in any case.' }),
    ),
  },
  closed,
);

/** The token of the link that the server prints for its host. */
export const HostClaimBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 128 }) }, closed);

/** The roles that an account can have; a guest has no account. */
export const RoleName = Type.Enum(['member', 'pro', 'moderator', 'admin']);
export type RoleName = Type.Static<typeof RoleName>;

/** All roles the account is to have; every account is a member, listed or not. */
export const RolesBody = Type.Object({ roles: Type.Array(RoleName, { maxItems: 16 }) }, closed);
export type RolesBody = Type.Static<typeof RolesBody>;

export const RolesView = Type.Object({
  user_id: Type.String(),
  ...restNames,
  roles: Type.Array(Type.String()),
});
export type RolesView = Type.Static<typeof RolesView>;

/** An account that an admin makes for somebody, who can change all of it. */
export const AddUserBody = Type.Object(
  { username: Username, display_name: Type.Optional(DisplayName), password: Password },
  closed,
);
export type AddUserBody = Type.Static<typeof AddUserBody>;

export const AddedUserView = Type.Object({ user_id: Type.String(), ...restNames });
export type AddedUserView = Type.Static<typeof AddedUserView>;

export const SetPasswordBody = Type.Object({ password: Password }, closed);
export type SetPasswordBody = Type.Static<typeof SetPasswordBody>;

/** The user that the request was about. */
export const UserReferenceView = Type.Object({ user_id: Type.String() });
export type UserReferenceView = Type.Static<typeof UserReferenceView>;
