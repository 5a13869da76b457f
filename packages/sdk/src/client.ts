import { RoomtoneError } from '@roomtone/protocol';
import type {
  CreateRoomBody,
  HealthView,
  LoginView,
  RoomDetails,
  RoomListView,
  RoomTypeName,
  TicketView,
} from '@roomtone/protocol/rest';
import { type Environment, systemEnvironment } from './environment.ts';
import type { RoomTarget } from './link/room-link.ts';
import { RestApi, type RestRequest } from './rest.ts';
import { RoomConnection, type RoomOptions } from './room/room-connection.ts';
import { Session, type SessionKeeper, type SignedInUser } from './session.ts';
import { MemoryTokenStore, type StoredTokens, type TokenStore } from './token-store.ts';

export interface RoomtoneClientOptions {
  /** The server's address, such as `https://music.example.org`. */
  readonly baseUrl: string;
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

export interface RoomListOptions {
  /** From 1. */
  readonly page?: number;
  /** Rooms a page, 1 to 100; 20 unless told otherwise. */
  readonly limit?: number;
  readonly roomType?: RoomTypeName;
  /** Only rooms with somebody inside. */
  readonly hasUsers?: boolean;
}

/**
 * One server, and at most one user signed in to it. Every method rejects with a RoomtoneError: the server's refusal, or a
 * ConnectionProblem when there was no answer. Calls without a user are a guest's.
 */
export class RoomtoneClient {
  readonly #rest: RestApi;
  readonly #store: TokenStore;
  readonly #environment: Environment;
  readonly #onSessionEnded: () => void;
  readonly #keeper: SessionKeeper;
  #session: Session | undefined;
  /** The one that restore() tries; nobody's session yet. */
  #candidate: Session | undefined;

  /**
   * @param environment for tests.
   * @throws {TypeError} when the address is not an absolute URL.
   */
  constructor(options: RoomtoneClientOptions, environment: Environment = systemEnvironment) {
    this.#rest = new RestApi(options.baseUrl);
    this.#store = options.tokenStore ?? new MemoryTokenStore();
    this.#environment = environment;
    this.#onSessionEnded = options.onSessionEnded ?? (() => {});
    // A session that was replaced lives on in its connections, but what is remembered is its successor's.
    this.#keeper = {
      remembered: async (session) => (this.#isKept(session) ? this.#load() : undefined),
      remember: async (session, tokens) => {
        if (this.#isKept(session)) await this.#store.save(tokens).catch(() => {});
      },
      ended: (session) => this.#sessionEnded(session),
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

  readonly rooms = {
    /** Public and pro rooms, newest activity first; one's own private ones by `roomType: 'private'`. */
    list: ({ page, limit, roomType, hasUsers }: RoomListOptions = {}): Promise<RoomListView> => {
      const query = { page, limit, room_type: roomType, has_users: hasUsers };
      return this.#send({ method: 'GET', path: '/api/rooms', query });
    },
    /** Makes a room without entering it. */
    create: (body: CreateRoomBody): Promise<RoomDetails> => this.#send({ method: 'POST', path: '/api/rooms', body }),
    get: (roomId: string): Promise<RoomDetails> =>
      this.#send({ method: 'GET', path: `/api/rooms/${encodeURIComponent(roomId)}` }),
  };

  /** Resolves when the server is up. */
  health(): Promise<HealthView> {
    return this.#rest.sendPlain({ method: 'GET', path: '/health' });
  }

  /**
   * Joins a room, or makes one and joins it, as the user signed in now or as a guest who listens. Returns at once; see
   * the connection's `ready` and `state`. Close it when done.
   */
  openRoom(target: RoomTarget, options: RoomOptions = {}): RoomConnection {
    // The same user for the connection's whole life: an ended session must not come back as a guest.
    const session = this.#session;
    const request: RestRequest = { method: 'POST', path: '/api/auth/websocket-ticket', body: {} };
    const connection = new RoomConnection(target, options, this.#environment, async () => {
      const ticket = await (session ?? this.#rest).send<TicketView>(request);
      return ticket.ws_url;
    });
    connection.on('state', (state) => {
      if (session !== undefined && state.status === 'closed' && state.reason.kind === 'session-ended') {
        session.end();
        this.#sessionEnded(session);
      }
    });
    return connection;
  }

  async #signIn(path: string, body: object): Promise<SignedInUser> {
    const view = await this.#rest.send<LoginView>({ method: 'POST', path, body });
    const tokens = { refreshToken: view.refresh_token, userId: view.user.user_id };
    const session = new Session(this.#rest, this.#environment.timers, this.#keeper, tokens);
    this.#session = session;
    await session.take(view);
    return session.user;
  }

  #send<Data>(request: RestRequest): Promise<Data> {
    return (this.#session ?? this.#rest).send<Data>(request);
  }

  #isKept(session: Session): boolean {
    return session === this.#session || session === this.#candidate;
  }

  #load(): Promise<StoredTokens | undefined> {
    return this.#store.load().catch(() => undefined);
  }

  #sessionEnded(session: Session): void {
    if (session !== this.#session) return;
    this.#session = undefined;
    void this.#store.clear().catch(() => {});
    this.#onSessionEnded();
  }
}

/** Whether the server refused what was remembered, for good. */
function isOutdated(error: unknown): boolean {
  return error instanceof RoomtoneError && (error.code === 'AUTHENTICATION_ERROR' || error.code === 'VALIDATION_ERROR');
}
