import { type Invitation, readInvitation } from '@roomtone/protocol';
import type { TicketView as WireTicketView } from '@roomtone/protocol/rest';
import { type CallOptions, callOptions, withinLimits } from './call-options.ts';
import { accountCalls } from './calls/account.ts';
import { blockCalls, friendCalls } from './calls/friends.ts';
import { roomCalls } from './calls/rooms.ts';
import type { Send } from './calls/send.ts';
import { userCalls } from './calls/users.ts';
import type { Camel } from './camel-case.ts';
import type {
  ConnectOptions,
  CreateRoomOptions,
  Credentials,
  JoinOptions,
  JoinRoomOptions,
  Registration,
  RoomtoneClientOptions,
  SecondFactor,
} from './client-options.ts';
import type { ConnectionState } from './connection/connection-state.ts';
import { CurrentSession } from './current-session.ts';
import { type Environment, type NetworkWatcher, systemEnvironment } from './environment.ts';
import { ConnectionError } from './errors.ts';
import { checkKeys } from './known-keys.ts';
import { Lobby } from './lobby/lobby.ts';
import { consoleLogger } from './logger.ts';
import { RestApi, type RestRequest } from './rest.ts';
import { Room } from './room/room.ts';
import type { RoomTarget } from './room/room-destination.ts';
import type { SignedInUser } from './session.ts';
import type { Fault } from './simulation.ts';
import { MemoryTokenStore } from './token-store.ts';
import { chosenPeers, transportFor } from './transport/chosen-transport.ts';
import { Lines } from './transport/lines.ts';
import {
  type HealthDetailsView,
  type HealthView,
  newRoom,
  type ScrapeView,
  type ServerView,
  type UserReferenceView,
} from './views.ts';

const clientOptions =
  'baseUrl otherAddresses fingerprint token invitation tokenStore onSessionEnded datagrams logger retry';

const joinOptions = `${callOptions} prepare maxPlayoutDelayUs thinning`;
const defaultJoinMs = 15_000;
const usualFaultSeconds = 5;

type TicketView = Camel<WireTicketView>;

/**
 * A client of one server, with at most one signed-in user. Every promise rejects with a RoomtoneError, the server's
 * refusal, or with a ConnectionError if there was no answer; with a TypeError only for arguments that it does not know.
 * Without a user, calls are made as a guest.
 */
export class RoomtoneClient {
  /** For `@roomtone/sdk/extras`. */
  readonly lines: Lines;
  readonly #rest: RestApi;
  readonly #fingerprint: string | undefined;
  readonly #invitation: string | undefined;
  readonly #environment: Environment;
  /** The network watchers of open connections. */
  readonly #watchers = new Set<NetworkWatcher>();
  readonly #current: CurrentSession;

  /**
   * Calls any endpoint of the REST interface, as the signed-in user or as a guest, with names in camelCase. The other calls and those
   * of subpaths, such as `@roomtone/sdk`, are made of it.
   */
  readonly call: Send = async (request, options = {}) => {
    checkKeys(options, callOptions, `${request.method} ${request.path}`);
    return this.#within(options, (this.#current.session ?? this.#rest).send({ ...request, ...options }));
  };
  readonly account = {
    ...accountCalls(this.call),
    /**
     * Deletes the account and its personal data. A wrong password is a VALIDATION_ERROR on `password`; undefined is right
     * for an account that has none.
     */
    delete: (password: string | undefined, options?: CallOptions): Promise<void> =>
      this.#deleteAccount(password, options),
  };
  readonly users = userCalls(this.call);
  readonly friends = friendCalls(this.call);
  readonly blocks = blockCalls(this.call);
  readonly rooms = roomCalls(this.call);

  /**
   * @param environment for tests.
   * @throws {TypeError} if the address is not an absolute http(s) URL, or not https although a fingerprint is given.
   */
  constructor(options: RoomtoneClientOptions, environment: Environment = systemEnvironment) {
    checkKeys(options, clientOptions, 'RoomtoneClient');
    this.lines = new Lines(transportFor(options, environment));
    const { exchange, openSocket } = this.lines;
    this.#rest = new RestApi(options.baseUrl, exchange, options);
    this.#invitation = options.invitation;
    this.#fingerprint = options.fingerprint;
    this.#environment = {
      ...environment,
      logger: options.logger ?? environment.logger ?? consoleLogger,
      ...{ exchange, openSocket },
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
    const store = options.tokenStore ?? new MemoryTokenStore();
    this.#current = new CurrentSession(this.#rest, store, this.#environment, options.onSessionEnded ?? (() => {}));
    if (options.token !== undefined) this.#current.beBot(options.token);
  }

  /** The signed-in user; undefined for a guest, and for a bot before restore(). */
  get user(): SignedInUser | undefined {
    const user = this.#current.session?.user;
    return user?.userId === '' ? undefined : user;
  }

  /**
   * A client of the server that an invitation leads to, at whichever of its addresses answers.
   * @throws {RoomtoneError} VALIDATION_ERROR for another link.
   */
  static forInvitation(link: string, options: Omit<RoomtoneClientOptions, 'baseUrl' | 'fingerprint'> = {}) {
    const { servers, fingerprint, token } = readInvitation(link);
    const [baseUrl = '', ...otherAddresses] = servers;
    return new RoomtoneClient({ ...options, baseUrl, otherAddresses, fingerprint, invitation: token });
  }

  /** Creates an account and signs in to it. */
  async register(registration: Registration, options: CallOptions = {}): Promise<SignedInUser> {
    checkKeys(registration, 'username displayName email password confirmPassword', 'register()');
    const { confirmPassword = registration.password, ...fields } = registration;
    const body = { ...fields, confirmPassword, invitation: this.#invitation };
    return this.#current.signIn({
      method: 'POST',
      path: '/api/auth/register',
      body,
      ...checked(options, 'register()'),
    });
  }

  /**
   * Signs in. If the account has a second factor, the right password alone is refused: with an AUTHENTICATION_ERROR whose
   * `details.secondFactor` has the challenge for loginWithSecondFactor().
   */
  async login(credentials: Credentials, options: CallOptions = {}): Promise<SignedInUser> {
    checkKeys(credentials, 'username password rememberMe', 'login()');
    const { username, password, rememberMe = false } = credentials;
    const body = { username, password, rememberMe };
    return this.#current.signIn({ method: 'POST', path: '/api/auth/login', body, ...checked(options, 'login()') });
  }

  /**
   * Finishes a sign-in with a second factor. A wrong one is a VALIDATION_ERROR on its field, and can be tried again; an
   * AUTHENTICATION_ERROR means that the sign-in has to start again with the password.
   */
  async loginWithSecondFactor(factor: SecondFactor, options: CallOptions = {}): Promise<SignedInUser> {
    checkKeys(factor, 'challenge code recoveryCode passkey', 'loginWithSecondFactor()');
    const path = '/api/auth/login/second-factor';
    return this.#current.signIn({ method: 'POST', path, body: factor, ...checked(options, 'loginWithSecondFactor()') });
  }

  /**
   * Signs in with the stored tokens. Resolves with undefined if there are none or they no longer work; they are then
   * deleted. Rejects if the server cannot be reached, and then keeps the tokens.
   */
  async restore(options: CallOptions = {}): Promise<SignedInUser | undefined> {
    return this.#within(checked(options, 'restore()'), this.#current.restore());
  }

  /**
   * Signs out and deletes the stored tokens. A rejection means that the server could not be told: the session then
   * lasts on the server until it expires.
   */
  async logout(options: CallOptions = {}): Promise<void> {
    checkKeys(options, callOptions, 'logout()');
    const session = await this.#current.leave();
    // A bot's token goes on working elsewhere.
    if (session === undefined || session.isBot) return;
    const { refreshToken } = session;
    await this.#rest.send({ method: 'POST', path: '/api/auth/logout', body: { refreshToken }, ...options });
  }

  /**
   * Reads the user again, for example after an admin or a payment changed the roles, and updates `user`. Undefined
   * for a guest.
   */
  async refreshUser(options: CallOptions = {}): Promise<SignedInUser | undefined> {
    checkKeys(options, callOptions, 'refreshUser()');
    const { session } = this.#current;
    if (session !== undefined) await this.#within(options, session.refresh());
    return this.user;
  }

  /** Resolves if the server is up. */
  async health(options: CallOptions = {}): Promise<HealthView> {
    return this.#rest.sendPlain({ method: 'GET', path: '/health', ...checked(options, 'health()') });
  }

  /** The state of the server and of the services it depends on. */
  async healthDetails(options: CallOptions = {}): Promise<HealthDetailsView> {
    return this.#rest.sendPlain({ method: 'GET', path: '/health/detailed', ...checked(options, 'healthDetails()') });
  }

  /** The server's name and fingerprint, and whether anybody can create an account. */
  server(options?: CallOptions): Promise<ServerView> {
    return this.call({ method: 'GET', path: '/api/server' }, options);
  }

  /** Title, description and picture of a public web page; "" for anything missing. */
  scrapeUrl(url: string, options?: CallOptions): Promise<ScrapeView> {
    return this.call({ method: 'GET', path: '/api/scrape-url', query: { url } }, options);
  }

  /**
   * Joins a room, as the signed-in user or as a listening guest. Resolves when it is joined; from then on the room
   * reconnects by itself until it is closed. Leave or close it when done.
   * @throws {RoomtoneError} the server's refusal, such as ROOM_NOT_FOUND.
   * @throws {ConnectionError} if the server could not be reached in time.
   */
  async joinRoom(roomId: string, options: JoinRoomOptions = {}): Promise<Room> {
    checkKeys(options, `${joinOptions} password`, 'joinRoom()');
    const { password } = options;
    return this.#join({ roomId, ...(password === undefined ? {} : { password }) }, options);
  }

  /** Creates a room and joins it; rejects like joinRoom(). */
  async createRoom(options: CreateRoomOptions): Promise<Room> {
    checkKeys(options, `${joinOptions} ${newRoom}`, 'createRoom()');
    const { maxPlayoutDelayUs, thinning, prepare, signal, timeoutMs, ...create } = options;
    return this.#join({ create }, options);
  }

  /**
   * Joins the room of an invitation to this server; rejects like joinRoom().
   * @throws {RoomtoneError} VALIDATION_ERROR if the link is not an invitation.
   * @throws {TypeError} if it leads to another server or to no room; see forInvitation().
   */
  async joinInvitation(link: string, options: JoinRoomOptions = {}): Promise<Room> {
    const invitation = readInvitation(link);
    if (!this.#isInvitedTo(invitation)) throw new TypeError(`the invitation leads to ${invitation.servers.join(', ')}`);
    if (invitation.roomId === undefined) throw new TypeError('the invitation leads to no room');
    return this.joinRoom(invitation.roomId, options);
  }

  /**
   * Opens a connection for the list of public rooms and the user's notifications. Resolves when the list is there. It
   * reconnects by itself; close it when done.
   */
  async joinLobby(options: ConnectOptions<Lobby> = {}): Promise<Lobby> {
    checkKeys(options, `${callOptions} prepare`, 'joinLobby()');
    const { address, onState } = this.#connectionParts();
    return this.#opened(new Lobby(this.#environment, () => address(undefined)), onState, options);
  }

  /**
   * Checks every connection now. Call it when the system reports that the machine woke from sleep; without the call
   * the SDK notices some seconds later.
   */
  wake(): void {
    for (const watcher of this.#watchers) watcher.woke();
  }

  /**
   * Disturbs this client's connections and calls for some seconds, as a bad network or a restarting server does, so that a program can be
   * seen to get over it. Resolves when that is over.
   */
  async simulate(fault: Fault, options: { readonly seconds?: number } = {}): Promise<void> {
    checkKeys(options, 'seconds', 'simulate()');
    const { simulateFault } = await import('./simulation.ts');
    const forMs = (options.seconds ?? usualFaultSeconds) * 1_000;
    await simulateFault(this.lines, fault, { ...this.#environment, forMs });
  }

  /**
   * The parts of a new connection. Its user never changes: after the session ends, it must not come back as a guest.
   */
  #connectionParts() {
    const { session } = this.#current;
    return {
      address: async (resumeToken: string | undefined) => {
        const body = resumeToken === undefined ? {} : { resumeToken };
        const request: RestRequest = { method: 'POST', path: '/api/auth/websocket-ticket', body };
        const ticket = await (session ?? this.#rest).send<TicketView>(request);
        // An error that says what is wrong with it would quote the ticket.
        if (!URL.canParse(ticket.wsUrl))
          throw new ConnectionError('unexpectedAnswer', 'The server gave no address for the WebSocket.');
        return ticket.wsUrl;
      },
      onState: (state: ConnectionState) => {
        if (session === undefined || state.status !== 'closed' || state.reason.kind !== 'sessionEnded') return;
        session.end();
        void this.#current.forget(session);
      },
    };
  }

  #join(target: RoomTarget, options: JoinOptions): Promise<Room> {
    const { address, onState } = this.#connectionParts();
    return this.#opened(new Room(target, options, this.#environment, address), onState, options);
  }

  async #opened<Opened extends Room | Lobby>(
    connection: Opened,
    onState: (state: ConnectionState) => void,
    { prepare, signal, timeoutMs = defaultJoinMs }: ConnectOptions<Opened>,
  ): Promise<Opened> {
    // Both have the event.
    (connection as Lobby).on('state', onState);
    try {
      prepare?.(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
    const gaveUp = (error: ConnectionError) => connection.giveUp(error);
    await this.#within({ signal, timeoutMs }, connection.ready, gaveUp);
    return connection;
  }

  #within<Value>(options: CallOptions, promise: Promise<Value>, gaveUp?: (error: ConnectionError) => Error) {
    return withinLimits(promise, options, this.#environment.timers, gaveUp);
  }

  #isInvitedTo({ servers, fingerprint }: Invitation): boolean {
    return servers.includes(this.#rest.origin) || (fingerprint !== undefined && fingerprint === this.#fingerprint);
  }

  async #deleteAccount(password: string | undefined, options?: CallOptions): Promise<void> {
    const { session } = this.#current;
    const request: RestRequest = { method: 'DELETE', path: '/api/users/profile', body: { password } };
    await this.call<UserReferenceView>(request, options);
    if (session === undefined) return;
    session.end();
    await this.#current.forget(session);
  }
}

/** @throws {TypeError} for an unknown key. */
function checked(options: CallOptions, call: string): CallOptions {
  checkKeys(options, callOptions, call);
  return options;
}
