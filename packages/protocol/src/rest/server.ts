import Type from 'typebox';

/** Who the server is and how it takes people in, for anybody who has come to it. */
export const ServerView = Type.Object({
  name: Type.String(),
  version: Type.String(),
  /** Of its certificate's key, to be compared with an invitation's; "" over plain http. */
  fingerprint: Type.String(),
  /** closed: the host makes the accounts. */
  registration: Type.Enum(['open', 'closed']),
  /** Whether an account needs an email. */
  email: Type.Enum(['required', 'optional']),
});
export type ServerView = Type.Static<typeof ServerView>;
