import type { KeptTokens } from '../shared/ipc.ts';
import type { Host } from './host.ts';

/** Keeps sign-ins beyond the app's end, by the address of their server, or `ownServer`. */
export interface TokenKeeper {
  load(server: string): Promise<KeptTokens | null>;
  save(server: string, tokens: KeptTokens): Promise<void>;
  forget(server: string): Promise<void>;
}

/** The app's own server, whose address may be another one with every run. */
export const ownServer = 'own';

export interface TokenDeskParts {
  readonly keeper: TokenKeeper;
  readonly host: Pick<Host, 'url' | 'openSession'>;
  /** What whoever sits here is called at the computer. */
  readonly profileName: string;
}

/**
 * Who is signed in where. The local profile of the app's own server is signed in anew by every run of the app and never
 * kept, so that a lost keychain locks nobody out.
 */
export class TokenDesk {
  readonly #parts: TokenDeskParts;
  /** Of this run. */
  readonly #tokens = new Map<string, KeptTokens>();
  #localUserId: string | undefined;
  /** Asked for once, however many wait: another session would end the first. */
  #opening: Promise<KeptTokens> | undefined;

  constructor(parts: TokenDeskParts) {
    this.#parts = parts;
  }

  async load(server: string): Promise<KeptTokens | null> {
    const key = this.#keyOf(server);
    const known = this.#tokens.get(key) ?? (await this.#parts.keeper.load(key));
    if (known !== null || key !== ownServer) return known;
    this.#opening ??= this.#openLocal().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async save(server: string, tokens: KeptTokens, lasting: boolean): Promise<void> {
    const key = this.#keyOf(server);
    this.#tokens.set(key, tokens);
    if (lasting && tokens.userId !== this.#localUserId) await this.#parts.keeper.save(key, tokens);
    else await this.#parts.keeper.forget(key);
  }

  async forget(server: string): Promise<void> {
    const key = this.#keyOf(server);
    this.#tokens.delete(key);
    await this.#parts.keeper.forget(key);
  }

  async #openLocal(): Promise<KeptTokens> {
    const { userId, refreshToken } = await this.#parts.host.openSession(this.#parts.profileName);
    this.#localUserId = userId;
    const tokens = { userId, refreshToken };
    this.#tokens.set(ownServer, tokens);
    return tokens;
  }

  #keyOf(server: string): string {
    return server === this.#parts.host.url ? ownServer : server;
  }
}
