// Chat of a room (room rules R4, service rules S39).
import Type from 'typebox';
import { limits } from '../limits.ts';
import { restNames } from './names.ts';

const { onJoin, ofPage } = limits.chatHistory;

export const ChatQuery = Type.Object(
  {
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.page.max,
        description: 'Only messages with a lower position; the newest unless given.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: ofPage, default: onJoin, description: 'At most so many messages.' }),
    ),
  },
  { additionalProperties: false },
);
export type ChatQuery = Type.Static<typeof ChatQuery>;

export const ChatMessageView = Type.Object({
  message_id: Type.String(),
  /** From 1; later messages of the room have higher ones. */
  position: Type.Integer(),
  /** "" for the server, and for somebody whose account is deleted. */
  user_id: Type.String(),
  ...restNames,
  message: Type.String(),
  message_type: Type.Union([Type.Literal('user'), Type.Literal('system'), Type.Literal('bot')]),
  sent_at: Type.String(),
});
export type ChatMessageView = Type.Static<typeof ChatMessageView>;

/** The oldest message first; `more` if there are older ones. */
export const ChatPageView = Type.Object({ messages: Type.Array(ChatMessageView), more: Type.Boolean() });
export type ChatPageView = Type.Static<typeof ChatPageView>;
