import type { KeptTokens } from '../shared/ipc.ts';
import type { Host } from './host.ts';

/** Keeps sign-ins beyond the app's end, by the address of their server. */
export interface TokenKeeper {
  load(server: string): Promise<KeptTokens | null>;
  save(server: string, tokens: KeptTokens): Promise<void>;
  forget(server: string): Promise<void>;
}

export interface TokenDeskParts {
  readonly keeper: TokenKeeper;
  readonly host: Pick<Host, 'state' | 'openSession'>;
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
    const known = this.#tokens.get(server) ?? (await this.#parts.keeper.load(server));
    if (known !== null || !this.#isOwn(server)) return known;
    this.#opening ??= this.#openLocal(server).finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async save(server: string, tokens: KeptTokens, lasting: boolean): Promise<void> {
    this.#tokens.set(server, tokens);
    if (lasting && tokens.userId !== this.#localUserId) await this.#parts.keeper.save(server, tokens);
    else await this.#parts.keeper.forget(server);
  }

  async forget(server: string): Promise<void> {
    this.#tokens.delete(server);
    await this.#parts.keeper.forget(server);
  }

  async #openLocal(server: string): Promise<KeptTokens> {
    const { userId, refreshToken } = await this.#parts.host.openSession(this.#parts.profileName);
    this.#localUserId = userId;
    const tokens = { userId, refreshToken };
    this.#tokens.set(server, tokens);
    return tokens;
  }

  #isOwn(server: string): boolean {
    const { state } = this.#parts.host;
    return state.status === 'ready' && state.url === server;
  }
}

/** Forgets with the app's end: where there is no keychain. */
export class MemoryTokenKeeper implements TokenKeeper {
  async load(): Promise<null> {
    return null;
  }

  // TokenDesk itself remembers for as long as the app runs.
  async save(): Promise<void> {}

  async forget(): Promise<void> {}
}
