import type { LocalSession } from '../../shared/host-messages.ts';
import type { KeptTokens } from '../../shared/ipc.ts';

/** Keeps sign-ins beyond the app's end, by what their server is known by. */
export interface TokenKeeper {
  load(server: string): Promise<KeptTokens | null>;
  save(server: string, tokens: KeptTokens): Promise<void>;
  forget(server: string): Promise<void>;
}

export interface TokenControllerParts {
  readonly keeper: TokenKeeper;
  /** The app's own server. */
  readonly host: { ask(kind: 'session', asked: { readonly name: string }): Promise<LocalSession> };
  /** Its id among servers. */
  readonly ownServer: string;
  /** What whoever sits here is called at the computer. */
  readonly profileName: string;
}

/**
 * Who is signed in where. The local profile of the app's own server is signed in anew by every run of the app and never
 * kept, so that a lost keychain locks nobody out.
 */
export class TokenController {
  readonly #parts: TokenControllerParts;
  /** Of this run. */
  readonly #tokens = new Map<string, KeptTokens>();
  #localUserId: string | undefined;
  /** Asked for once, however many wait: another session would end the first. */
  #opening: Promise<KeptTokens> | undefined;

  constructor(parts: TokenControllerParts) {
    this.#parts = parts;
  }

  /** @param server its id, or `own`. */
  async load(server: string): Promise<KeptTokens | null> {
    const known = this.#tokens.get(server) ?? (await this.#parts.keeper.load(server));
    if (known !== null || server !== this.#parts.ownServer) return known;
    this.#opening ??= this.#openLocal().finally(() => {
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

  /** The account of whoever sits here; undefined before it was signed in, as long as somebody else is. */
  get localUserId(): string | undefined {
    return this.#localUserId;
  }

  async #openLocal(): Promise<KeptTokens> {
    const { userId, refreshToken } = await this.#parts.host.ask('session', {
      name: this.#parts.profileName,
    });
    this.#localUserId = userId;
    const tokens = { userId, refreshToken };
    this.#tokens.set(this.#parts.ownServer, tokens);
    return tokens;
  }
}
