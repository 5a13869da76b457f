import Type from 'typebox';
import { limits } from '../limits.ts';
import { Password, Username } from './auth.ts';
import { BotScope } from './bots.ts';
import { GivenPassword } from './given-password.ts';
import { DisplayName, restNames } from './names.ts';

const closed = { additionalProperties: false } as const;
const dateTime = Type.String({ format: 'date-time' });

/** A BCP 47 tag; "": none was chosen. */
const LanguageTag = Type.String({
  maxLength: 35,
  pattern: '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$',
  examples: ['pt-BR'],
});

export const ThemeName = Type.Enum(['dark', 'light']);
export type ThemeName = Type.Static<typeof ThemeName>;

/** A profile as only its own user sees it. */
export const ProfileView = Type.Object({
  user_id: Type.String(),
  ...restNames,
  /** Never changes: `ada#0427`. */
  user_tag: Type.String(),
  /** "" if the account has none. */
  email: Type.String(),
  /** False for an account that is kept on one device until it gets a password. */
  has_password: Type.Boolean(),
  /** Somebody has opened a link that was sent to this email. */
  email_verified: Type.Boolean(),
  /** Path relative to `{base_url}`. */
  avatar_url: Type.String(),
  roles: Type.Array(Type.String()),
  is_member: Type.Boolean(),
  is_pro: Type.Boolean(),
  /** For a bot: what it may do. */
  scopes: Type.Optional(Type.Array(BotScope)),
  created_at: dateTime,
  settings: Type.Object({
    theme: ThemeName,
    /** False until the user has chosen one: then clients follow the device. */
    theme_chosen: Type.Boolean(),
    notifications: Type.Boolean(),
    /** The language that the user chose, in which the server writes to them; "" while it follows the browser. */
    language: LanguageTag,
  }),
  stats: Type.Object({
    /** Note-ons that the server accepted. */
    total_notes: Type.Integer(),
    /** Seconds in rooms as a player. */
    time_played: Type.Integer(),
    /** Includes rooms that have been deleted. */
    rooms_created: Type.Integer(),
  }),
});
export type ProfileView = Type.Static<typeof ProfileView>;

/** Absent fields keep their values. */
export const UpdateProfileBody = Type.Object(
  {
    username: Type.Optional(Username),
    display_name: Type.Optional(DisplayName),
    /** "" removes it, on servers that allow accounts without an email. */
    email: Type.Optional(Type.Union([Type.String({ maxLength: limits.email.max, format: 'email' }), Type.Literal('')])),
    /** The account's password, if it has one: needed for another email. */
    current_password: Type.Optional(GivenPassword),
    settings: Type.Optional(
      Type.Object(
        {
          theme: Type.Optional(ThemeName),
          notifications: Type.Optional(Type.Boolean()),
          language: Type.Optional(LanguageTag),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type UpdateProfileBody = Type.Static<typeof UpdateProfileBody>;

/** The password may be left out for an account that has none. */
export const DeleteProfileBody = Type.Object({ password: Type.Optional(GivenPassword) }, closed);
export type DeleteProfileBody = Type.Static<typeof DeleteProfileBody>;

export const AvatarView = Type.Object({
  /** Path relative to `{base_url}`; a new picture has a new path. */
  avatar_url: Type.String(),
});
export type AvatarView = Type.Static<typeof AvatarView>;

/** `current_password` may be left out for an account that has none. */
export const ChangePasswordBody = Type.Object(
  {
    current_password: Type.Optional(GivenPassword),
    new_password: Password,
    /** Also ends the tokens of the account's bots. */
    end_bots: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type ChangePasswordBody = Type.Static<typeof ChangePasswordBody>;

export const ExportBody = Type.Object({ password: Type.Optional(GivenPassword) }, closed);
export type ExportBody = Type.Static<typeof ExportBody>;

/** Everything that the server has of an account. */
export const ExportView = Type.Object({
  /** A file name. */
  name: Type.String(),
  /** A .tar.gz in base64: `account.json`, the picture, and the sheets that the user added. */
  data: Type.String(),
});
export type ExportView = Type.Static<typeof ExportView>;

export const ValidateTokenView = Type.Object({ valid: Type.Literal(true), expires_at: dateTime });
export type ValidateTokenView = Type.Static<typeof ValidateTokenView>;

/** One auth session: a device on which the user is signed in. */
export const SessionEntry = Type.Object({
  sid: Type.String(),
  created_at: dateTime,
  /** When it last refreshed its tokens. */
  last_used: dateTime,
  /** The address of the client that signed in. */
  address: Type.String(),
  user_agent: Type.String(),
  /** True for the session that sent the request. */
  current: Type.Boolean(),
});
export type SessionEntry = Type.Static<typeof SessionEntry>;

export const SessionListView = Type.Object({ sessions: Type.Array(SessionEntry) });
export type SessionListView = Type.Static<typeof SessionListView>;

export const EndedSessionView = Type.Object({ sid: Type.String() });
export type EndedSessionView = Type.Static<typeof EndedSessionView>;
