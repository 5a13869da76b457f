/** The parts of a bot's token that was sent. */
export interface SentBotToken {
  /** The auth session that it belongs to, if it is genuine. */
  readonly sessionId: string;
  /** The form in which storage keeps it. */
  readonly hash: string;
}

/** Makes and reads the tokens of bots (S32.2). Each belongs to an auth session that does not expire. */
export interface BotTokens {
  issue(): SentBotToken & { readonly token: string };
  /** Undefined for a text that is no bot's token. */
  read(token: string): SentBotToken | undefined;
}
