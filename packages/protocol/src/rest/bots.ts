import Type from 'typebox';
import { Username } from './auth.ts';
import { GivenPassword } from './given-password.ts';
import { DisplayName, restNames } from './names.ts';

const closed = { additionalProperties: false } as const;

/**
 * The rights of a bot: `listen` is joining rooms, hearing them and reading chat; `play` is playing notes, and sharing files;
 * `chat` is writing; `moderate` is moderating rooms whose owners have named the bot a moderator.
 */
export const botScopes = ['listen', 'play', 'chat', 'moderate'] as const;
export const BotScope = Type.Enum(botScopes);
export type BotScope = Type.Static<typeof BotScope>;

export const CreateBotBody = Type.Object(
  {
    username: Username,
    display_name: Type.Optional(DisplayName),
    /** At least one. */
    scopes: Type.Array(BotScope),
    /** The owner's, if the account has one. */
    password: Type.Optional(GivenPassword),
  },
  closed,
);
export type CreateBotBody = Type.Static<typeof CreateBotBody>;

export const ReplaceBotTokenBody = Type.Object({ password: Type.Optional(GivenPassword) }, closed);
export type ReplaceBotTokenBody = Type.Static<typeof ReplaceBotTokenBody>;

/** A bot as its owner sees it. Its token is never shown again. */
export const BotEntry = Type.Object({
  user_id: Type.String(),
  ...restNames,
  scopes: Type.Array(BotScope),
  created_at: Type.String({ format: 'date-time' }),
  /** When it last sent its token or was connected; at first `created_at`. */
  last_seen: Type.String({ format: 'date-time' }),
  /** Its token works; false once it was ended with the owner's sessions. */
  has_token: Type.Boolean(),
});
export type BotEntry = Type.Static<typeof BotEntry>;

export const BotListView = Type.Object({ bots: Type.Array(BotEntry) });
export type BotListView = Type.Static<typeof BotListView>;

export const BotTokenView = Type.Object({
  bot: BotEntry,
  /** Shown this once: `rtbot_` and 64 characters. It lasts until it is replaced or the bot is deleted. */
  bot_token: Type.String(),
});
export type BotTokenView = Type.Static<typeof BotTokenView>;
