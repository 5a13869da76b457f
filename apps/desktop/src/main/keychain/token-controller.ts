import type { LocalSession } from '../../shared/host-messages.ts';
import type { KeptTokens } from '../../shared/ipc.ts';

/** Stores sign-ins beyond the run, by the identity of their server. */
export interface TokenKeeper {
  load(server: string): Promise<KeptTokens | null>;
  save(server: string, tokens: KeptTokens): Promise<void>;
  forget(server: string): Promise<void>;
}

export interface TokenControllerParts {
  readonly keeper: TokenKeeper;
  /** The app's own server. */
  readonly host: { ask(kind: 'session', asked: { readonly name: string }): Promise<LocalSession> };
  /** The id of the app's own server. */
  readonly ownServer: string;
  /** The user's name on this computer, which a new local profile gets. */
  readonly profileName: string;
}

/**
 * The sign-ins of all servers. Each run of the app signs in to its own server with the local profile and never stores
 * those tokens, so that a lost keychain locks nobody out.
 */
export class TokenController {
  readonly #parts: TokenControllerParts;
  /** Tokens of this run, by server. */
  readonly #tokens = new Map<string, KeptTokens>();
  #localUserId: string | undefined;
  /** Shared by all callers: opening another session would end the first. */
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
    // The local profile says nothing about the account that is stored, whose keychain may just have been slow.
    if (tokens.userId === this.#localUserId) return;
    if (lasting) await this.#parts.keeper.save(server, tokens);
    else await this.#parts.keeper.forget(server);
  }

  async forget(server: string): Promise<void> {
    this.#tokens.delete(server);
    await this.#parts.keeper.forget(server);
  }

  /** The account of the local profile; undefined until it has been signed in, and while another account is in use. */
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
