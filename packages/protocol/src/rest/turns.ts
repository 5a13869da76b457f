// Turns in a room (room rules R23, service rules S36).
import Type from 'typebox';
import { limits } from '../limits.ts';
import { restNames } from './names.ts';

const closed = { additionalProperties: false } as const;
const uint32 = 4_294_967_295;

const queued = {
  /** Their number in the room. */
  participant: Type.Integer(),
  user_id: Type.String(),
  ...restNames,
};

export const TurnEntry = Type.Object({
  ...queued,
  /** How long the turn has lasted, ms. */
  lasted_ms: Type.Integer(),
});
export type TurnEntry = Type.Static<typeof TurnEntry>;

export const WaitingEntry = Type.Object(queued);
export type WaitingEntry = Type.Static<typeof WaitingEntry>;

/** The players in turn, and the queue, the next one first. */
export const TurnsView = Type.Object({ playing: Type.Array(TurnEntry), waiting: Type.Array(WaitingEntry) });
export type TurnsView = Type.Static<typeof TurnsView>;

/** For somebody who is in the room more than once. */
export const TurnBody = Type.Object(
  {
    participant: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: uint32,
        description: 'Which of one’s own participants it is about; the first one unless given.',
      }),
    ),
  },
  closed,
);
export type TurnBody = Type.Static<typeof TurnBody>;

export const TurnPlaceBody = Type.Object(
  {
    position: Type.Integer({
      minimum: 1,
      maximum: limits.turns.waiting,
      description: 'The place in the queue, from 1; a larger one than there are means the last.',
    }),
  },
  closed,
);
export type TurnPlaceBody = Type.Static<typeof TurnPlaceBody>;
