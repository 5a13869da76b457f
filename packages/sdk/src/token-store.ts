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

/** The part of a browser's `localStorage` that the store needs. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Keeps the sign-in in the browser, for the pages of this origin. Any script on such a page can read it. Workers have no
 * local storage: their page has to store for them.
 */
export class LocalStorageTokenStore implements TokenStore {
  readonly #key: string;
  readonly #storage: () => KeyValueStorage;

  /** @param key under which it is stored; one for each server. */
  constructor(key = 'roomtone', storage: () => KeyValueStorage = () => globalThis.localStorage) {
    this.#key = key;
    this.#storage = storage;
  }

  async load(): Promise<StoredTokens | undefined> {
    return readTokens(this.#storage().getItem(this.#key));
  }

  async save(tokens: StoredTokens): Promise<void> {
    this.#storage().setItem(this.#key, JSON.stringify(tokens));
  }

  async clear(): Promise<void> {
    this.#storage().removeItem(this.#key);
  }
}

/** Stored tokens as text; undefined if there are none or they are damaged. */
export function readTokens(text: string | null | undefined): StoredTokens | undefined {
  try {
    const { refreshToken, userId } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof refreshToken === 'string' && typeof userId === 'string') return { refreshToken, userId };
  } catch {
    // Not JSON: signing in again replaces it.
  }
  return undefined;
}
