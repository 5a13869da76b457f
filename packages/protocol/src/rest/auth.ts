import Type from 'typebox';
import { limits } from '../limits.ts';
import { InvitationToken } from './invitations.ts';
import { DisplayName, restNames } from './names.ts';

const closed = { additionalProperties: false } as const;

/** The characters are checked here; the server checks reserved names and uniqueness. */
export const Username = Type.String({
  minLength: limits.username.min,
  maxLength: limits.username.max,
  pattern: '^[A-Za-z0-9_-]+$',
});
export const Password = Type.String({ minLength: limits.password.min, maxLength: limits.password.max });

export const RegisterBody = Type.Object(
  {
    username: Username,
    display_name: Type.Optional(DisplayName),
    email: Type.Optional(Type.String({ maxLength: limits.email.max, format: 'email' })),
    /** Absent, together with confirm_password: an account without a password, on servers that allow it. */
    password: Type.Optional(Password),
    confirm_password: Type.Optional(Type.String()),
    /** Lets somebody make an account where registration is closed. */
    invitation: Type.Optional(InvitationToken),
  },
  closed,
);
export type RegisterBody = Type.Static<typeof RegisterBody>;

export const LoginBody = Type.Object(
  {
    /** A username or an email. */
    username: Type.String({ minLength: 1, maxLength: limits.email.max }),
    password: Type.String({ minLength: 1, maxLength: 1024 }),
    remember_me: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type LoginBody = Type.Static<typeof LoginBody>;

export const LoginView = Type.Object({
  /** A JWT, valid for 900 s. */
  token: Type.String(),
  refresh_token: Type.String(),
  /** Seconds until `token` expires. */
  expires_in: Type.Integer(),
  user: Type.Object({ user_id: Type.String(), ...restNames, roles: Type.Array(Type.String()) }),
});
export type LoginView = Type.Static<typeof LoginView>;

/** Any text is accepted here; if it is not a refresh token, the server refuses it as one, whatever its length. */
export const RefreshBody = Type.Object({ refresh_token: Type.String() }, closed);
export type RefreshBody = Type.Static<typeof RefreshBody>;

/** Without a body, the access token's session ends. */
export const LogoutBody = Type.Object({ refresh_token: Type.Optional(Type.String()) }, closed);
export type LogoutBody = Type.Static<typeof LogoutBody>;

export const RefreshView = Type.Object({
  token: Type.String(),
  refresh_token: Type.String(),
  expires_in: Type.Integer(),
});
export type RefreshView = Type.Static<typeof RefreshView>;

export const TicketBody = Type.Object(
  { resume_token: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })) },
  closed,
);
export type TicketBody = Type.Static<typeof TicketBody>;

export const TicketView = Type.Object({
  /** Works once, within 60 s. */
  encrypted_payload: Type.String(),
  /** The complete address to open. */
  ws_url: Type.String(),
  expires_in: Type.Integer(),
});
export type TicketView = Type.Static<typeof TicketView>;
