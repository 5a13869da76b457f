/** Makes and reads refresh tokens (S12). Storage gets nothing but their hashes. */
export interface RefreshTokens {
  newSessionId(): string;
  first(sessionId: string): string;
  /** The token that replaces this one: always the same, so that a client that lost the answer gets it again (S12.10). */
  successor(token: string): string;
  /** The form in which storage keeps a token. */
  hash(token: string): string;
  /** The auth session of a token; undefined unless this server made the token. */
  sessionOf(token: string): string | undefined;
}
