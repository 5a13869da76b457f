import { RoomtoneError } from '@roomtone/protocol';
import type { LoginView as WireLoginView } from '@roomtone/protocol/rest';
import type { Camel } from './camel-case.ts';
import type { Environment } from './environment.ts';
import type { RestApi, RestRequest } from './rest.ts';
import { Session, type SessionCallbacks, type SignedInUser } from './session.ts';
import type { StoredTokens, TokenStore } from './token-store.ts';

type LoginView = Camel<WireLoginView>;

/** The session that a client is signed in with, if any, and its tokens in the store. */
export class CurrentSession {
  readonly #rest: RestApi;
  readonly #store: TokenStore;
  readonly #environment: Environment;
  readonly #onEnded: () => void;
  readonly #callbacks: SessionCallbacks;
  #session: Session | undefined;
  /** The session that restore() is trying, before it succeeds. */
  #candidate: Session | undefined;

  /** @param onEnded the session ended without being left. */
  constructor(rest: RestApi, store: TokenStore, environment: Environment, onEnded: () => void) {
    this.#rest = rest;
    this.#store = store;
    this.#environment = environment;
    this.#onEnded = onEnded;
    // A replaced session lives on in its connections, but the stored tokens belong to the new one.
    this.#callbacks = {
      storedTokens: async (session) => (this.#isCurrent(session) ? this.#load() : undefined),
      storeTokens: async (session, tokens) => {
        if (this.#isCurrent(session)) await this.#store.save(tokens).catch((error) => this.#storeFailed(error));
      },
      ended: (session) => void this.forget(session),
    };
  }

  get session(): Session | undefined {
    return this.#session;
  }

  async signIn(request: RestRequest): Promise<SignedInUser> {
    const view = await this.#rest.send<LoginView>(request);
    const session = this.#open({ refreshToken: view.refreshToken, userId: view.user.userId });
    this.#session = session;
    await session.take(view);
    return session.user;
  }

  async restore(): Promise<SignedInUser | undefined> {
    const tokens = await this.#load();
    if (tokens === undefined) return undefined;
    const session = this.#open(tokens);
    this.#candidate = session;
    try {
      await session.accessToken();
      this.#session = session;
      return session.user;
    } catch (error) {
      if (!isOutdated(error)) throw error;
      await this.#clear();
      return undefined;
    } finally {
      this.#candidate = undefined;
    }
  }

  /** Leaves the session on this side, and returns it. Resolves when the stored tokens are deleted. */
  async leave(): Promise<Session | undefined> {
    const session = this.#session;
    if (session === undefined) return undefined;
    this.#session = undefined;
    session.end();
    await this.#clear();
    return session;
  }

  /** The session has ended. Resolves when the stored tokens are deleted; does nothing for one that is no longer in use. */
  async forget(session: Session): Promise<void> {
    if (session !== this.#session) return;
    this.#session = undefined;
    const cleared = this.#clear();
    this.#onEnded();
    await cleared;
  }

  #open(tokens: StoredTokens): Session {
    return new Session(this.#rest, this.#environment.timers, this.#callbacks, tokens);
  }

  #isCurrent(session: Session): boolean {
    return session === this.#session || session === this.#candidate;
  }

  #load(): Promise<StoredTokens | undefined> {
    return this.#store.load().catch((error) => this.#storeFailed(error));
  }

  #clear(): Promise<void> {
    return this.#store.clear().catch((error) => this.#storeFailed(error));
  }

  /** The user stays signed in, but not for longer than the program runs. */
  #storeFailed(error: unknown): undefined {
    this.#environment.logger?.warn('The token store has failed:', error);
  }
}

/** True if the server refused the stored tokens for good. */
function isOutdated(error: unknown): boolean {
  return error instanceof RoomtoneError && (error.code === 'AUTHENTICATION_ERROR' || error.code === 'VALIDATION_ERROR');
}
