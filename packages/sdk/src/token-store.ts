/** Data that outlasts the program: enough to sign in again without a password. */
export interface StoredTokens {
  /** Opaque; every use replaces it. Treat it like a password. */
  readonly refreshToken: string;
  readonly userId: string;
}

/**
 * Stores a sign-in. If the store rejects, the user stays signed in, but restore() finds nothing later.
 * Several clients can share one store, as the tabs of a browser do.
 */
export interface TokenStore {
  load(): Promise<StoredTokens | undefined>;
  save(tokens: StoredTokens): Promise<void>;
  clear(): Promise<void>;
}

/** Forgets the sign-in when the program ends; the default. */
export class MemoryTokenStore implements TokenStore {
  #tokens: StoredTokens | undefined;

  async load(): Promise<StoredTokens | undefined> {
    return this.#tokens;
  }

  async save(tokens: StoredTokens): Promise<void> {
    this.#tokens = tokens;
  }

  async clear(): Promise<void> {
    this.#tokens = undefined;
  }
}
