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
import type { ConnectionState } from './connection/connection-state.ts';
import { type Environment, type NetworkWatcher, systemEnvironment } from './environment.ts';
import { LobbyConnection } from './lobby/lobby-connection.ts';
import { RestApi, type RestRequest } from './rest.ts';
import { RoomConnection, type RoomOptions } from './room/room-connection.ts';
import type { RoomTarget } from './room/room-destination.ts';
import { Session, type SessionCallbacks, type SignedInUser } from './session.ts';
import { MemoryTokenStore, type StoredTokens, type TokenStore } from './token-store.ts';
import type { LoadPeers } from './transport/peer.ts';
import type { PinnedTransport } from './transport/pinned.ts';

export interface RoomtoneClientOptions {
  /** The server's address, such as `https://music.example.org`. */
  readonly baseUrl: string;
  /**
   * The server's fingerprint, as in its invitations: if the server at that address has another key, the client
   * refuses it before sending anything. Only in Node, and only with https.
   */
  readonly fingerprint?: string | undefined;
  /** Where the sign-in is stored; in memory by default. */
  readonly tokenStore?: TokenStore;
  /**
   * The session ended without logout(): it expired, was revoked, or the account was deleted. `user` is undefined by
   * then.
   */
  readonly onSessionEnded?: () => void;
  /**
   * The data channels over which notes come in time although the network loses packets. `auto`, the default in browsers:
   * WebRTC of the browser, or in Node the package node-datachannel if it is installed. `off`, the default in Node: none. A
   * program in Node that has used them ends only by process.exit(). A worker has no WebRTC: it passes a function with which
   * a page opens them.
   */
  readonly datagrams?: 'auto' | 'off' | LoadPeers;
}

export interface Registration {
  readonly username: string;
  /** Required if the server demands one. */
  readonly email?: string;
  readonly password: string;
  /** The password again, if the person typed it twice. */
  readonly confirmPassword?: string;
}

export interface Credentials {
  /** A username or an email. */
  readonly username: string;
  readonly password: string;
  /** Keeps the session for 30 days after its last use instead of 24 hours. */
  readonly rememberMe?: boolean;
}

/**
 * A client of one server, with at most one signed-in user. Every method rejects with a RoomtoneError: the server's
 * refusal, or a ConnectionProblem if there was no answer. Without a user, calls are made as a guest.
 */
export class RoomtoneClient {
  readonly #rest: RestApi;
  readonly #store: TokenStore;
  readonly #environment: Environment;
  /** The network watchers of open connections. */
  readonly #watchers = new Set<NetworkWatcher>();
  readonly #onSessionEnded: () => void;
  readonly #callbacks: SessionCallbacks;
  #session: Session | undefined;
  /** The session that restore() is trying, before it succeeds. */
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
   * @throws {TypeError} if the address is not an absolute URL, or not https although a fingerprint is given.
   */
  constructor(options: RoomtoneClientOptions, environment: Environment = systemEnvironment) {
    const pinned = pinnedTransport(options);
    this.#rest = new RestApi(options.baseUrl, pinned?.exchange ?? environment.exchange);
    this.#store = options.tokenStore ?? new MemoryTokenStore();
    this.#environment = {
      ...environment,
      ...(pinned === undefined ? {} : { openSocket: pinned.openSocket }),
      loadPeers: chosenPeers(options.datagrams, environment),
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
    // A replaced session lives on in its connections, but the stored tokens belong to the new one.
    this.#callbacks = {
      storedTokens: async (session) => (this.#isCurrent(session) ? this.#load() : undefined),
      storeTokens: async (session, tokens) => {
        if (this.#isCurrent(session)) await this.#store.save(tokens).catch(() => {});
      },
      ended: (session) => void this.#sessionEnded(session),
    };
  }

  /** The signed-in user; undefined for a guest. */
  get user(): SignedInUser | undefined {
    return this.#session?.user;
  }

  /** Creates an account and signs in to it. */
  register({ username, email, password, confirmPassword = password }: Registration): Promise<SignedInUser> {
    const body = { username, ...(email === undefined ? {} : { email }), password, confirm_password: confirmPassword };
    return this.#signIn('/api/auth/register', body);
  }

  login({ username, password, rememberMe = false }: Credentials): Promise<SignedInUser> {
    return this.#signIn('/api/auth/login', { username, password, remember_me: rememberMe });
  }

  /**
   * Signs in with the stored tokens. Resolves with undefined if there are none or they no longer work; they are then
   * deleted. Rejects if the server cannot be reached, and then keeps the tokens.
   */
  async restore(): Promise<SignedInUser | undefined> {
    const tokens = await this.#load();
    if (tokens === undefined) return undefined;
    const session = new Session(this.#rest, this.#environment.timers, this.#callbacks, tokens);
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
   * Signs out and deletes the stored tokens. A rejection means that the server could not be told: the session then
   * lasts on the server until it expires.
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

  /**
   * Reads the user again, for example after an admin or a payment changed the roles, and updates `user`. Undefined
   * for a guest.
   */
  async refreshUser(): Promise<SignedInUser | undefined> {
    await this.#session?.refresh();
    return this.user;
  }

  /** Resolves if the server is up. */
  health(): Promise<HealthView> {
    return this.#rest.sendPlain({ method: 'GET', path: '/health' });
  }

  /** The state of the server and of the services it depends on. */
  healthDetails(): Promise<HealthDetailsView> {
    return this.#rest.sendPlain({ method: 'GET', path: '/health/detailed' });
  }

  /** The server's name and fingerprint, and whether anybody can create an account. */
  server(): Promise<ServerView> {
    return this.#send({ method: 'GET', path: '/api/server' });
  }

  /** Title, description and picture of a public web page; "" for anything missing. */
  scrapeUrl(url: string): Promise<ScrapeView> {
    return this.#send({ method: 'GET', path: '/api/scrape-url', query: { url } });
  }

  /**
   * Joins a room, or creates and joins one, as the signed-in user or as a listening guest. Returns immediately; see the
   * connection's `ready` and `state`. Close it when done.
   */
  openRoom(target: RoomTarget, options: RoomOptions = {}): RoomConnection {
    const { address, onState } = this.#connectionParts();
    const connection = new RoomConnection(target, options, this.#environment, address);
    connection.on('state', onState);
    return connection;
  }

  /**
   * Opens a connection for the list of public rooms and the user's notifications. Returns immediately; close it when done.
   */
  openLobby(): LobbyConnection {
    const { address, onState } = this.#connectionParts();
    const connection = new LobbyConnection(this.#environment, () => address(undefined));
    connection.on('state', onState);
    return connection;
  }

  /**
   * Checks every connection now. Call it when the system reports that the machine woke from sleep; without the call
   * the SDK notices some seconds later.
   */
  wake(): void {
    for (const watcher of this.#watchers) watcher.woke();
  }

  /**
   * The parts of a new connection. Its user never changes: after the session ends, it must not come back as a guest.
   */
  #connectionParts() {
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
    const session = new Session(this.#rest, this.#environment.timers, this.#callbacks, tokens);
    this.#session = session;
    await session.take(view);
    return session.user;
  }

  #isCurrent(session: Session): boolean {
    return session === this.#session || session === this.#candidate;
  }

  #load(): Promise<StoredTokens | undefined> {
    return this.#store.load().catch(() => undefined);
  }

  /** Deletes the account and its personal data. A wrong password is a VALIDATION_ERROR on `password`. */
  async #deleteAccount(password: string): Promise<void> {
    const session = this.#session;
    await this.#send<UserReferenceView>({ method: 'DELETE', path: '/api/users/profile', body: { password } });
    if (session === undefined) return;
    session.end();
    await this.#sessionEnded(session);
  }

  /** Resolves when the stored tokens are deleted; does nothing for a session that is no longer in use. */
  async #sessionEnded(session: Session): Promise<void> {
    if (session !== this.#session) return;
    this.#session = undefined;
    const forgotten = this.#store.clear().catch(() => {});
    this.#onSessionEnded();
    await forgotten;
  }
}

function chosenPeers(
  datagrams: RoomtoneClientOptions['datagrams'],
  { loadPeers, areDatagramsUsual = loadPeers !== undefined }: Environment,
): LoadPeers | undefined {
  if (typeof datagrams === 'function') return datagrams;
  const isOn = datagrams === undefined ? areDatagramsUsual : datagrams === 'auto';
  return isOn ? loadPeers : undefined;
}

function pinnedTransport({ baseUrl, fingerprint }: RoomtoneClientOptions): PinnedTransport | undefined {
  if (fingerprint === undefined) return undefined;
  if (!isFingerprint(fingerprint)) throw new TypeError('this is not the fingerprint of a server');
  if (new URL(baseUrl).protocol !== 'https:') throw new TypeError('a server with a fingerprint needs an https address');
  return pinnedTo(fingerprint);
}

/** True if the server refused the stored tokens for good. */
function isOutdated(error: unknown): boolean {
  return error instanceof RoomtoneError && (error.code === 'AUTHENTICATION_ERROR' || error.code === 'VALIDATION_ERROR');
}
