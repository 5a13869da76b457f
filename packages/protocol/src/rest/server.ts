import Type from 'typebox';

/** The server's identity and how accounts are made on it, readable without signing in. */
export const ServerView = Type.Object({
  name: Type.String(),
  version: Type.String(),
  /** Of the key in its certificate, to be compared with an invitation's; "" over plain http. */
  fingerprint: Type.String(),
  /** off: nobody is there without an account, not even to listen. */
  guests: Type.Enum(['on', 'off']),
  /** closed: only the host creates accounts. */
  registration: Type.Enum(['open', 'closed']),
  /** Says if an account needs an email. */
  email: Type.Enum(['required', 'optional']),
  /** Says if an account needs a password. */
  password: Type.Enum(['required', 'optional']),
  /** Who sets a new password for people who forgot theirs: they do by a link in an email, or the host does. */
  recovery: Type.Enum(['email', 'host']),
});
export type ServerView = Type.Static<typeof ServerView>;
