import Type from 'typebox';
import { serviceLimits } from '../limits.ts';

const closed = { additionalProperties: false } as const;

export const ReachVisitBody = Type.Object(
  {
    /** Of the test link. */
    token: Type.String({ minLength: 1, maxLength: serviceLimits.invitations.tokenMax }),
    offer: Type.Optional(
      Type.String({ minLength: 1, maxLength: 8_192, description: 'The session description (SDP) of a data channel.' }),
    ),
    udp: Type.Optional(
      Type.Enum(['failed', 'none'], { description: 'No answer came over UDP, or the browser has no WebRTC.' }),
    ),
  },
  closed,
);
export type ReachVisitBody = Type.Static<typeof ReachVisitBody>;

export const ReachVisitView = Type.Object({
  /** The session description that answers the offer; null without one, and where the server has no datagrams. */
  answer: Type.Union([Type.String(), Type.Null()]),
});
export type ReachVisitView = Type.Static<typeof ReachVisitView>;

/** Can others reach the server? */
export const ReachView = Type.Object({
  /**
   * The results that the server found at its own public address. reached: itself. other: another server. silent: nothing, as behind many
   * routers. unknown: it has no such address, or has not asked yet.
   */
  own: Type.Enum(['unknown', 'reached', 'other', 'silent']),
  /** The test link at each public address; empty without a link that works. */
  links: Type.Array(Type.String()),
  expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  /** Visitors of the link, newest first. All of them have reached the server over TCP. */
  visits: Type.Array(
    Type.Object({
      visited_at: Type.String({ format: 'date-time' }),
      /** The visitor's, as the server sees it. */
      address: Type.String(),
      /** False for a visitor in the server's own network, which proves nothing. */
      outside: Type.Boolean(),
      /** The host and port at which the visitor reached the server. */
      reached_at: Type.String(),
      udp: Type.Enum(['trying', 'reached', 'failed', 'none']),
    }),
  ),
});
export type ReachView = Type.Static<typeof ReachView>;
