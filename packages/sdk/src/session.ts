import { RoomtoneError } from '@roomtone/protocol';
import type { RefreshView } from '@roomtone/protocol/rest';
import type { Timers } from './environment.ts';
import { ConnectionProblem } from './errors.ts';
import type { RestApi, RestRequest } from './rest.ts';
import type { StoredTokens } from './token-store.ts';

/** Who is signed in, as the access token says. */
export interface SignedInUser {
  /** UUID. */
  readonly userId: string;
  readonly username: string;
  /** As REST names them: member, pro, moderator, admin. */
  readonly roles: readonly string[];
}

/** What a session asks of whoever keeps it. */
export interface SessionKeeper {
  /** What is remembered of this session now; another program may have renewed it. */
  remembered(session: Session): Promise<StoredTokens | undefined>;
  remember(session: Session, tokens: StoredTokens): Promise<void>;
  /** The server knows the session no more. */
  ended(session: Session): void;
}

/** How long before its end an access token is no longer used. */
const marginUs = 30_000_000;

/** One sign-in: holds the tokens, and renews them once however many calls wait. */
export class Session {
  readonly #rest: RestApi;
  readonly #timers: Timers;
  readonly #keeper: SessionKeeper;
  #user: SignedInUser;
  #refreshToken: string;
  #access: { readonly token: string; readonly goodUntilUs: number } | undefined;
  #renewing: Promise<string> | undefined;
  #isOver = false;

  constructor(rest: RestApi, timers: Timers, keeper: SessionKeeper, tokens: StoredTokens) {
    this.#rest = rest;
    this.#timers = timers;
    this.#keeper = keeper;
    this.#user = { userId: tokens.userId, username: '', roles: [] };
    this.#refreshToken = tokens.refreshToken;
  }

  get user(): SignedInUser {
    return this.#user;
  }

  get refreshToken(): string {
    return this.#refreshToken;
  }

  /** Takes in what a sign-in or a refresh gave; resolves when it is remembered. */
  async take(view: RefreshView): Promise<void> {
    const lifetimeUs = view.expires_in * 1e6;
    const goodUntilUs = this.#timers.nowUs() + lifetimeUs - Math.min(marginUs, lifetimeUs / 2);
    this.#access = { token: view.token, goodUntilUs };
    this.#refreshToken = view.refresh_token;
    this.#user = userOf(view.token);
    await this.#keeper.remember(this, { refreshToken: view.refresh_token, userId: this.#user.userId });
  }

  /**
   * Sends a request as this user, and once more with a new access token when the server refuses the one in use.
   * @throws {RoomtoneError} AUTHENTICATION_ERROR when the session is over.
   */
  async send<Data>(request: RestRequest): Promise<Data> {
    const token = await this.accessToken();
    try {
      return await this.#rest.send<Data>(request, token);
    } catch (error) {
      if (!(error instanceof RoomtoneError) || error.code !== 'AUTHENTICATION_ERROR') throw error;
      return this.#rest.send<Data>(request, await this.accessToken(token));
    }
  }

  /** An access token that works for a while yet. @param refused one that does not, whatever its time. */
  async accessToken(refused?: string): Promise<string> {
    if (this.#isOver) throw new RoomtoneError('AUTHENTICATION_ERROR', 'The session has ended; sign in again.');
    const access = this.#access;
    if (access !== undefined && access.token !== refused && this.#timers.nowUs() < access.goodUntilUs)
      return access.token;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Gets a new access token now, and with it the name and roles that the user has by now. */
  async refresh(): Promise<void> {
    await this.accessToken(this.#access?.token);
  }

  /** Uses the session no more, without telling the server. */
  end(): void {
    this.#isOver = true;
  }

  async #renew(): Promise<string> {
    // Programs that share a store take turns with one session; an outdated token of it could end it (S12.11).
    const stored = await this.#keeper.remembered(this);
    const refresh_token = stored?.userId === this.#user.userId ? stored.refreshToken : this.#refreshToken;
    try {
      const body = { refresh_token };
      const view = await this.#rest.send<RefreshView>({ method: 'POST', path: '/api/auth/refresh', body });
      await this.take(view);
      return view.token;
    } catch (error) {
      if (error instanceof RoomtoneError && error.code === 'AUTHENTICATION_ERROR') {
        this.end();
        this.#keeper.ended(this);
      }
      throw error;
    }
  }
}

/** What the token says of its user (S12.3); the server is who checks it. */
function userOf(token: string): SignedInUser {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const { sub, username, roles } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    return { userId: String(sub), username: String(username), roles: Array.isArray(roles) ? roles.map(String) : [] };
  } catch (cause) {
    throw new ConnectionProblem('unexpected-answer', 'The server gave an access token that cannot be read.', { cause });
  }
}
