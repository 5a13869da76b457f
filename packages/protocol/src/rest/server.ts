import Type from 'typebox';

/** The server's identity and how accounts are made on it, readable without signing in. */
export const ServerView = Type.Object({
  name: Type.String(),
  version: Type.String(),
  /** Of the key in its certificate, to be compared with an invitation's; "" over plain http. */
  fingerprint: Type.String(),
  /** closed: only the host creates accounts. */
  registration: Type.Enum(['open', 'closed']),
  /** off: only people with an account come in, and guests whom an invitation admits. */
  guests: Type.Enum(['on', 'off']),
  /** The people who make invitations that admit: owners of rooms and admins, or admins alone. */
  invitations: Type.Enum(['members', 'admins', 'off']),
  /** Says if an account needs an email. */
  email: Type.Enum(['required', 'optional']),
  /** Says if an account needs a password. */
  password: Type.Enum(['required', 'optional']),
  /** The way to a new password for people who forgot theirs: a link in an email, or the host. */
  recovery: Type.Enum(['email', 'host']),
  /** on: the host has set up payments, so that clients offer Pro. */
  payments: Type.Enum(['on', 'off']),
});
export type ServerView = Type.Static<typeof ServerView>;
