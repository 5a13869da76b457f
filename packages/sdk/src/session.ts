import { RoomtoneError } from '@roomtone/protocol';
import type { RefreshView as WireRefreshView } from '@roomtone/protocol/rest';
import type { Camel } from './camel-case.ts';
import type { Timers } from './environment.ts';
import { ConnectionError } from './errors.ts';
import type { RestApi, RestRequest } from './rest.ts';
import type { StoredTokens } from './token-store.ts';

/** The signed-in user, as in the access token. */
export interface SignedInUser {
  /** UUID. */
  readonly userId: string;
  readonly username: string;
  /** The name to show; the username if they have chosen no other. */
  readonly displayName: string;
  /** With the names that REST uses: member, pro, moderator, admin. */
  readonly roles: readonly string[];
}

type RefreshView = Camel<WireRefreshView>;

/** The part of the client that a session needs. */
export interface SessionCallbacks {
  /** The stored tokens of this session; another program may have refreshed them. */
  storedTokens(session: Session): Promise<StoredTokens | undefined>;
  storeTokens(session: Session, tokens: StoredTokens): Promise<void>;
  /** The server no longer knows the session. */
  ended(session: Session): void;
}

/** How long before its expiry an access token is no longer used. */
const marginUs = 30_000_000;

/** One auth session: holds the tokens, and refreshes them once for all waiting calls. */
export class Session {
  readonly #rest: RestApi;
  readonly #timers: Timers;
  readonly #callbacks: SessionCallbacks;
  #user: SignedInUser;
  #refreshToken: string;
  #access: { readonly token: string; readonly goodUntilUs: number } | undefined;
  #renewing: Promise<string> | undefined;
  readonly #botToken: string | undefined;
  #isOver = false;

  /** @param botToken of a bot, which has no other tokens. */
  constructor(
    rest: RestApi,
    timers: Timers,
    callbacks: SessionCallbacks,
    tokens: StoredTokens,
    botToken?: string | undefined,
  ) {
    this.#rest = rest;
    this.#timers = timers;
    this.#callbacks = callbacks;
    this.#user = { userId: tokens.userId, username: '', displayName: '', roles: [] };
    this.#refreshToken = tokens.refreshToken;
    this.#botToken = botToken;
    if (botToken !== undefined) this.#access = { token: botToken, goodUntilUs: Number.POSITIVE_INFINITY };
  }

  get isBot(): boolean {
    return this.#botToken !== undefined;
  }

  get user(): SignedInUser {
    return this.#user;
  }

  get refreshToken(): string {
    return this.#refreshToken;
  }

  /** Takes the tokens of a sign-in or a refresh; resolves when they are stored. */
  async take(view: RefreshView): Promise<void> {
    const lifetimeUs = view.expiresIn * 1e6;
    const goodUntilUs = this.#timers.nowUs() + lifetimeUs - Math.min(marginUs, lifetimeUs / 2);
    this.#access = { token: view.token, goodUntilUs };
    this.#refreshToken = view.refreshToken;
    this.#user = userOf(view.token);
    await this.#callbacks.storeTokens(this, { refreshToken: view.refreshToken, userId: this.#user.userId });
  }

  /**
   * Sends a request as this user, and again with a new access token if the server refuses the current one.
   * @throws {RoomtoneError} AUTHENTICATION_ERROR if the session has ended.
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

  /**
   * An access token that is valid for a while. @param refused a token that the server refused despite its expiry
   * time.
   */
  async accessToken(refused?: string): Promise<string> {
    if (this.#isOver) throw new RoomtoneError('AUTHENTICATION_ERROR', 'The session has ended. Sign in again.');
    const access = this.#access;
    if (access !== undefined && access.token !== refused && this.#timers.nowUs() < access.goodUntilUs)
      return access.token;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** Gets a new access token now, and with it the user's current name and roles. */
  async refresh(): Promise<void> {
    await this.accessToken(this.#access?.token);
  }

  /** Stops using the session without telling the server. */
  end(): void {
    this.#isOver = true;
  }

  async #renew(): Promise<string> {
    try {
      return await (this.#botToken === undefined ? this.#refreshTokens() : this.#readBot(this.#botToken));
    } catch (error) {
      if (error instanceof RoomtoneError && error.code === 'AUTHENTICATION_ERROR') {
        this.end();
        this.#callbacks.ended(this);
      }
      throw error;
    }
  }

  async #refreshTokens(): Promise<string> {
    // Programs with a common store share one session; using an outdated refresh token could end it (S12.11).
    const stored = await this.#callbacks.storedTokens(this);
    const refreshToken = stored?.userId === this.#user.userId ? stored.refreshToken : this.#refreshToken;
    const body = { refreshToken };
    const view = await this.#rest.send<RefreshView>({ method: 'POST', path: '/api/auth/refresh', body });
    await this.take(view);
    return view.token;
  }

  /** A bot's token says nothing about the bot, and lasts until it is revoked. */
  async #readBot(token: string): Promise<string> {
    const { userId, username, displayName, roles } = await this.#rest.send<SignedInUser>(
      { method: 'GET', path: '/api/users/profile' },
      token,
    );
    this.#user = { userId, username, displayName, roles };
    return token;
  }
}

/** The user in the token (S12.3). Not verified: the server does that. */
function userOf(token: string): SignedInUser {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const {
      sub,
      username,
      display_name: shown = username,
      roles,
    } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const names = { username: String(username), displayName: String(shown) };
    return { userId: String(sub), ...names, roles: Array.isArray(roles) ? roles.map(String) : [] };
  } catch {
    // The cause would quote the token.
    throw new ConnectionError('unexpectedAnswer', 'The token cannot be read.');
  }
}
