import { isFingerprint, RoomtoneError } from '@roomtone/protocol';
import type {
  HealthDetailsView,
  HealthView,
  LoginView,
  ScrapeView,
  ServerView,
  TicketView,
  UserReferenceView,
} from '@roomtone/protocol/rest';
import { pinnedTo } from '#pinned';
import { accountCalls } from './calls/account.ts';
import { billingCalls } from './calls/billing.ts';
import { blockCalls, friendCalls } from './calls/friends.ts';
import { roomCalls } from './calls/rooms.ts';
import type { Send } from './calls/send.ts';
import { userCalls } from './calls/users.ts';
import { type Environment, type NetworkWatcher, systemEnvironment } from './environment.ts';
import type { ConnectionState } from './link/connection-state.ts';
import { LobbyConnection } from './lobby/lobby-connection.ts';
import { RestApi, type RestRequest } from './rest.ts';
import { RoomConnection, type RoomOptions } from './room/room-connection.ts';
import type { RoomTarget } from './room/room-place.ts';
import { Session, type SessionKeeper, type SignedInUser } from './session.ts';
import { MemoryTokenStore, type StoredTokens, type TokenStore } from './token-store.ts';
import type { PinnedTransport } from './transport/pinned.ts';

export interface RoomtoneClientOptions {
  /** The server's address, such as `https://music.example.org`. */
  readonly baseUrl: string;
  /**
   * The server's fingerprint, as its invitations carry it: another key at that address is refused before anything is
   * sent. In Node only, and with https.
   */
  readonly fingerprint?: string | undefined;
  /** Where the sign-in is remembered; in memory unless told otherwise. */
  readonly tokenStore?: TokenStore;
  /** The session ended without logout(): it expired, was revoked, or the account is gone. `user` is undefined by then. */
  readonly onSessionEnded?: () => void;
}

export interface Registration {
  readonly username: string;
  /** Needed where the server asks for one. */
  readonly email?: string;
  readonly password: string;
  /** The password again, where a person typed it twice. */
  readonly confirmPassword?: string;
}

export interface Credentials {
  /** A username or an email. */
  readonly username: string;
  readonly password: string;
  /** Keeps the session for 30 days instead of 24 hours after its last use. */
  readonly rememberMe?: boolean;
}

/**
 * One server, and at most one user signed in to it. Every method rejects with a RoomtoneError: the server's refusal, or a
 * ConnectionProblem when there was no answer. Calls without a user are a guest's.
 */
export class RoomtoneClient {
  readonly #rest: RestApi;
  readonly #store: TokenStore;
  readonly #environment: Environment;
  /** Of the connections that are open. */
  readonly #watchers = new Set<NetworkWatcher>();
  readonly #onSessionEnded: () => void;
  readonly #keeper: SessionKeeper;
  #session: Session | undefined;
  /** The one that restore() tries; nobody's session yet. */
  #candidate: Session | undefined;

  readonly #send: Send = (request) => (this.#session ?? this.#rest).send(request);
  readonly account = { ...accountCalls(this.#send), delete: (password: string) => this.#deleteAccount(password) };
  readonly users = userCalls(this.#send);
  readonly friends = friendCalls(this.#send);
  readonly blocks = blockCalls(this.#send);
  readonly rooms = roomCalls(this.#send);
  readonly billing = billingCalls(this.#send);

  /**
   * @param environment for tests.
   * @throws {TypeError} when the address is not an absolute URL, or not https where a fingerprint is given.
   */
  constructor(options: RoomtoneClientOptions, environment: Environment = systemEnvironment) {
    const pinned = pinnedTransport(options);
    this.#rest = new RestApi(options.baseUrl, pinned?.request);
    this.#store = options.tokenStore ?? new MemoryTokenStore();
    this.#environment = {
      ...environment,
      ...(pinned === undefined ? {} : { openSocket: pinned.openSocket }),
      watchNetwork: (watcher) => {
        const stop = environment.watchNetwork(watcher);
        this.#watchers.add(watcher);
        return () => {
          this.#watchers.delete(watcher);
          stop();
        };
      },
    };
    this.#onSessionEnded = options.onSessionEnded ?? (() => {});
    // A session that was replaced lives on in its connections, but what is remembered is its successor's.
    this.#keeper = {
      remembered: async (session) => (this.#isKept(session) ? this.#load() : undefined),
      remember: async (session, tokens) => {
        if (this.#isKept(session)) await this.#store.save(tokens).catch(() => {});
      },
      ended: (session) => void this.#sessionEnded(session),
    };
  }

  /** Who is signed in; undefined for a guest. */
  get user(): SignedInUser | undefined {
    return this.#session?.user;
  }

  /** Makes an account and signs in to it. */
  register({ username, email, password, confirmPassword = password }: Registration): Promise<SignedInUser> {
    const body = { username, ...(email === undefined ? {} : { email }), password, confirm_password: confirmPassword };
    return this.#signIn('/api/auth/register', body);
  }

  login({ username, password, rememberMe = false }: Credentials): Promise<SignedInUser> {
    return this.#signIn('/api/auth/login', { username, password, remember_me: rememberMe });
  }

  /**
   * Signs in by what the token store remembers; undefined when that is nothing or works no more (it is forgotten then).
   * An unreachable server rejects and forgets nothing.
   */
  async restore(): Promise<SignedInUser | undefined> {
    const tokens = await this.#load();
    if (tokens === undefined) return undefined;
    const session = new Session(this.#rest, this.#environment.timers, this.#keeper, tokens);
    this.#candidate = session;
    try {
      await session.accessToken();
      this.#session = session;
      return session.user;
    } catch (error) {
      if (!isOutdated(error)) throw error;
      await this.#store.clear().catch(() => {});
      return undefined;
    } finally {
      this.#candidate = undefined;
    }
  }

  /**
   * Signs out. This side forgets the session in any case; a rejection tells that the server could not be told, where it
   * then lives until it expires.
   */
  async logout(): Promise<void> {
    const session = this.#session;
    if (session === undefined) return;
    this.#session = undefined;
    session.end();
    await this.#store.clear().catch(() => {});
    const body = { refresh_token: session.refreshToken };
    await this.#rest.send({ method: 'POST', path: '/api/auth/logout', body });
  }

  /** Reads anew who one is, as after an admin or a payment gave roles; `user` has it then. Undefined for a guest. */
  async refreshUser(): Promise<SignedInUser | undefined> {
    await this.#session?.refresh();
    return this.user;
  }

  /** Resolves when the server is up. */
  health(): Promise<HealthView> {
    return this.#rest.sendPlain({ method: 'GET', path: '/health' });
  }

  /** How the server and what it needs are doing. */
  healthDetails(): Promise<HealthDetailsView> {
    return this.#rest.sendPlain({ method: 'GET', path: '/health/detailed' });
  }

  /** Who the server says it is, and who may make an account there. */
  server(): Promise<ServerView> {
    return this.#send({ method: 'GET', path: '/api/server' });
  }

  /** Title, description and picture of a web page, "" for what it does not say. Only public pages can be read. */
  scrapeUrl(url: string): Promise<ScrapeView> {
    return this.#send({ method: 'GET', path: '/api/scrape-url', query: { url } });
  }

  /**
   * Joins a room, or makes one and joins it, as the user signed in now or as a guest who listens. Returns at once; see
   * the connection's `ready` and `state`. Close it when done.
   */
  openRoom(target: RoomTarget, options: RoomOptions = {}): RoomConnection {
    const { address, onState } = this.#place();
    const connection = new RoomConnection(target, options, this.#environment, address);
    connection.on('state', onState);
    return connection;
  }

  /**
   * Hears of the public rooms, and of what concerns the user outside rooms. Returns at once; close it when done.
   */
  openLobby(): LobbyConnection {
    const { address, onState } = this.#place();
    const connection = new LobbyConnection(this.#environment, () => address(undefined));
    connection.on('state', onState);
    return connection;
  }

  /**
   * Looks at every connection now: for programs that are told that the machine woke from sleep. Without it the SDK
   * notices by itself, some seconds later.
   */
  wake(): void {
    for (const watcher of this.#watchers) watcher.woke();
  }

  /** What a connection needs, of the same user for its whole life: an ended session must not come back as a guest. */
  #place() {
    const session = this.#session;
    return {
      address: async (resumeToken: string | undefined) => {
        const body = resumeToken === undefined ? {} : { resume_token: resumeToken };
        const request: RestRequest = { method: 'POST', path: '/api/auth/websocket-ticket', body };
        const ticket = await (session ?? this.#rest).send<TicketView>(request);
        return ticket.ws_url;
      },
      onState: (state: ConnectionState) => {
        if (session === undefined || state.status !== 'closed' || state.reason.kind !== 'session-ended') return;
        session.end();
        void this.#sessionEnded(session);
      },
    };
  }

  async #signIn(path: string, body: object): Promise<SignedInUser> {
    const view = await this.#rest.send<LoginView>({ method: 'POST', path, body });
    const tokens = { refreshToken: view.refresh_token, userId: view.user.user_id };
    const session = new Session(this.#rest, this.#environment.timers, this.#keeper, tokens);
    this.#session = session;
    await session.take(view);
    return session.user;
  }

  #isKept(session: Session): boolean {
    return session === this.#session || session === this.#candidate;
  }

  #load(): Promise<StoredTokens | undefined> {
    return this.#store.load().catch(() => undefined);
  }

  /** Deletes the account with what is personal in it. A wrong password is VALIDATION_ERROR on `password`. */
  async #deleteAccount(password: string): Promise<void> {
    const session = this.#session;
    await this.#send<UserReferenceView>({ method: 'DELETE', path: '/api/users/profile', body: { password } });
    if (session === undefined) return;
    session.end();
    await this.#sessionEnded(session);
  }

  /** Resolves when the session is forgotten; nothing happens where it is not the one in use. */
  async #sessionEnded(session: Session): Promise<void> {
    if (session !== this.#session) return;
    this.#session = undefined;
    const forgotten = this.#store.clear().catch(() => {});
    this.#onSessionEnded();
    await forgotten;
  }
}

function pinnedTransport({ baseUrl, fingerprint }: RoomtoneClientOptions): PinnedTransport | undefined {
  if (fingerprint === undefined) return undefined;
  if (!isFingerprint(fingerprint)) throw new TypeError('this is no fingerprint of a server');
  if (new URL(baseUrl).protocol !== 'https:') throw new TypeError('a server with a fingerprint is reached by https');
  return pinnedTo(fingerprint);
}

/** Whether the server refused what was remembered, for good. */
function isOutdated(error: unknown): boolean {
  return error instanceof RoomtoneError && (error.code === 'AUTHENTICATION_ERROR' || error.code === 'VALIDATION_ERROR');
}
