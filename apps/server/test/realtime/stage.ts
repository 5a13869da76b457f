import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultsOf, type RoomSettingsValues, RoomtoneError, roomSettings } from '@roomtone/protocol';
import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import { createProfanityMask } from '../../src/adapters/profanity-mask.ts';
import { createByteBudgets } from '../../src/application/byte-budgets.ts';
import { createRealtimeCounters } from '../../src/application/realtime-counters.ts';
import { updateRoom } from '../../src/application/rooms/update-room.ts';
import { createFriends, type Friends } from '../../src/application/social/friends.ts';
import { createRateCounter } from '../../src/http/plugins/rate-counter.ts';
import { refuseRaw } from '../../src/http/plugins/raw-replies.ts';
import { createUpgradeRules } from '../../src/http/plugins/upgrade-rules.ts';
import { apiVersions } from '../../src/http/plugins/versions.ts';
import type { UserActivity } from '../../src/ports/account-storage.ts';
import type { AuditEvent } from '../../src/ports/audit-log.ts';
import type { Datagrams } from '../../src/ports/datagrams.ts';
import type { PasswordHasher } from '../../src/ports/password-hasher.ts';
import type { RoomBus } from '../../src/ports/room-bus.ts';
import type { RoomRecord } from '../../src/ports/room-storage.ts';
import type { Storage } from '../../src/ports/storage.ts';
import type { VoiceLinks } from '../../src/ports/voice-links.ts';
import type { DirectOptions } from '../../src/realtime/connections/direct-signal.ts';
import { createRealtime } from '../../src/realtime/realtime.ts';
import type { Realtime, RealtimeDeps } from '../../src/realtime/realtime-types.ts';
import type { Codec } from '../../src/realtime/sockets/codec.ts';
import type { ProcessParts } from '../redis/process-parts.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';
import { FakeTime } from './fake-time.ts';
import { Gate } from './gate.ts';
import { StageTickets } from './stage-tickets.ts';
import { TestPlayer } from './test-player.ts';

export const allowedOrigin = 'https://rooms.example';

type RoomWishes = Partial<Pick<RoomRecord, 'roomType' | 'maxUsers' | 'roomName'>> & {
  password?: string;
  settings?: Partial<RoomSettingsValues>;
};

export interface StageOptions {
  readonly codec?: Codec;
  readonly datagrams?: Datagrams;
  readonly voices?: VoiceLinks;
  readonly direct?: DirectOptions;
  /** Of a stage that was open before, as after a restart. */
  readonly storage?: Storage;
  /** Connects it with other stages, which share its storage and time. */
  readonly bus?: RoomBus;
  readonly time?: FakeTime;
  /** By default high enough that only tests of these limits reach them. */
  readonly commandLimitFactor?: number;
}

/** A real HTTP server with the real realtime/, over test doubles of its ports, and the clients that a test connects. */
export class Stage {
  readonly time: FakeTime;
  readonly storage: Storage;
  readonly realtime: Realtime;
  /** The friends that REST uses. */
  readonly friends: Friends;
  /** Delay addChat and password checks. */
  readonly chatGate = new Gate();
  readonly passwordGate = new Gate();
  readonly hasher: PasswordHasher = {
    hash: async (password) => `hashed ${password}`,
    verify: async (hash, password) => {
      await this.passwordGate.pass();
      return hash === `hashed ${password}`;
    },
  };
  /** Makes the next addChat fail. */
  failNextChat = false;
  readonly counters = createRealtimeCounters();
  /** The entries of the audit log. */
  readonly audited: AuditEvent[] = [];
  readonly logged: { readonly o: object; readonly msg: string }[] = [];
  readonly #tickets = new StageTickets();
  readonly #players: TestPlayer[] = [];
  readonly #servers: readonly Server[];
  /** All processes' realtime parts, `realtime` first. */
  readonly #realtimes: readonly Realtime[];
  #proxyPort: number | undefined;
  #settle = async () => {};
  /** Called for each logged line. */
  readonly log = { onLine: () => {} };
  readonly #onLog = new Set<() => void>();

  private constructor(options: StageOptions, processes: readonly ProcessParts[] = []) {
    const {
      datagrams,
      voices,
      direct,
      storage,
      bus,
      time = new FakeTime(),
      commandLimitFactor = 1_000_000,
      ...seams
    } = options;
    this.time = time;
    this.storage = storage ?? this.#makeStorage();
    const log = (o: object, msg: string) => {
      this.logged.push({ o, msg });
      this.log.onLine();
      for (const listener of this.#onLog) listener();
    };
    this.friends = createFriends({
      storage: this.storage,
      clock: this.time,
      news: {
        notify: (userId, notification) => this.realtime.notify(userId, notification),
        blockChanged: (userId, otherId, isBlocked) => this.realtime.blockChanged(userId, otherId, isBlocked),
      },
    });
    const budgets = createByteBudgets(createMemoryEphemeral(this.time), commandLimitFactor);
    const deps: RealtimeDeps = {
      storage: this.storage,
      ephemeral: createMemoryEphemeral(this.time),
      hasher: this.hasher,
      clock: this.time,
      tickets: this.#tickets,
      createRoom: async (owner, body) => {
        if (body.max_users === 51) throw new RoomtoneError('VALIDATION_ERROR', 'too many', { field: 'max_users' });
        return this.#storeRoom(owner.userId, {
          roomName: body.room_name,
          ...(body.max_users ? { maxUsers: body.max_users } : {}),
        });
      },
      updateRoom: (actor, roomId, body) =>
        updateRoom({ storage: this.storage, hasher: this.hasher, clock: this.time, budgets }, actor, roomId, body),
      friends: this.friends,
      maskProfanity: createProfanityMask(),
      allowedOrigin: (origin) => origin === undefined || origin === allowedOrigin,
      upgradeRules: createUpgradeRules({
        config: { publicUrl: undefined, rateLimits: { general: 10_000, authentication: 10, uploads: 5, billing: 20 } },
        readForwarded: ({ headers }) => ({
          ...{ host: headers.host, isNamed: true },
          address: String(headers['x-address'] ?? '192.0.2.1'),
        }),
        counter: createRateCounter({ ephemeral: createMemoryEphemeral(this.time), log: { warn: log } }),
        countRefusal: () => false,
        outside: { isUnknown: () => false, admits: () => true },
        versions: apiVersions,
        clock: this.time,
      }),
      refuseUpgrade: refuseRaw,
      counters: this.counters,
      roomBus: bus,
      datagrams,
      voices,
      direct,
      commandLimitFactor,
      isUnknownAddress: (address) => address.startsWith('203.0.113.'),
      audit: { record: (event) => this.audited.push(event) },
      log: { info: log, warn: log, error: log },
    };
    const start = (parts: Partial<ProcessParts>) =>
      createRealtime({ ...deps, ...parts }, { scheduler: this.time, ...seams });
    this.realtime = start(processes[0] ?? {});
    this.#realtimes = [this.realtime, ...processes.slice(1).map(start)];
    this.#servers = this.#realtimes.map((realtime) => {
      const server = createServer();
      return server.on('upgrade', (request, socket, head) => realtime.handleUpgrade(request, socket, head));
    });
  }

  /** With ROOMTONE_TEST_PROCESSES=2, two processes behind haproxy, which connects to them in turn. */
  static async open(options: StageOptions = {}): Promise<Stage> {
    const isSpread = process.env['ROOMTONE_TEST_PROCESSES'] === '2' && options.bus === undefined;
    const spread = isSpread ? await import('../redis/process-parts.ts') : undefined;
    const processes = await spread?.partsOfTwo();
    const stage = new Stage(options, processes);
    for (const realtime of stage.#realtimes) await realtime.open();
    for (const server of stage.#servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    if (isSpread) {
      const { startBalancer } = await import('../redis/balancer.ts');
      const { settling } = await import('../redis/settling.ts');
      stage.#settle = await settling(processes?.map(({ redis }) => redis) ?? []);
      const urls = stage.#ports.map((port) => `http://127.0.0.1:${port}`);
      stage.#proxyPort = Number(new URL(await startBalancer(urls, { isChecked: false })).port);
    }
    return stage;
  }

  /** Resolves when what the processes have told one another so far has arrived; one process has nobody to tell. */
  async settle(): Promise<void> {
    await this.#settle();
  }

  /** How many are inside a room. Processes show each other's rooms half a second later (R20.7). */
  async occupancy(roomId: string): Promise<number> {
    if (this.#realtimes.length > 1) {
      await this.settle();
      this.time.advance(500);
      await this.settle();
    }
    return this.realtime.rooms.occupancy(roomId);
  }

  /** The counts of a user in all processes that are not stored yet. */
  pending(userId: string): { readonly notes: number; readonly playedMs: number; readonly lastSeen: number } {
    const all = this.#realtimes.map(({ activity }) => activity.pending(userId));
    const sum = (count: (one: UserActivity) => number) => all.reduce((total, one) => total + count(one), 0);
    return {
      notes: sum(({ notes }) => notes),
      playedMs: sum(({ playedMs }) => playedMs),
      lastSeen: Math.max(...all.map(({ lastSeen }) => lastSeen)),
    };
  }

  async close(): Promise<void> {
    this.chatGate.releaseAll();
    this.passwordGate.releaseAll();
    for (const player of this.#players) player.socket.terminate();
    await Promise.all(this.#realtimes.map((realtime) => realtime.shutdown()));
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  get #ports(): number[] {
    return this.#servers.map((server) => (server.address() as AddressInfo).port);
  }

  get port(): number {
    return this.#proxyPort ?? this.#ports[0] ?? 0;
  }

  /** A ticket for a user with this name. The account and the auth session are created if they do not exist. */
  async ticket(
    name: string,
    roles: readonly string[] = ['member'],
    resumeToken?: string,
    address = '192.0.2.1',
  ): Promise<string> {
    const userId = `id-of-${name}`;
    const sessionId = `session-of-${name}`;
    const now = this.time.nowMs();
    await this.storage.createUser({
      userId,
      username: name,
      userTag: `${name}#0001`,
      email: `${name}@example.org`,
      passwordHash: '',
      roles,
      createdAt: now,
    });
    // A user signs in once here, however many tickets they get.
    if ((await this.storage.sessionById(sessionId)) === undefined) {
      await this.storage.createSession({
        sessionId,
        userId,
        refreshHash: name,
        previousHash: undefined,
        remembered: false,
        createdAt: now,
        lastUsed: now,
        expiresAt: now + 86_400_000,
        address: '127.0.0.1',
        userAgent: '',
      });
    }
    return this.#tickets.make({ kind: 'user', userId, username: name, roles, sessionId, address }, resumeToken);
  }

  guestTicket(name = 'Guest-0001', address = '192.0.2.1', resumeToken?: string): string {
    return this.#tickets.make({ kind: 'guest', username: name, address }, resumeToken);
  }

  /**
   * Connects with a ticket, and takes the welcome.
   * @param acknowledged the last sequence received before a resume.
   * @param address where the client seems to be.
   */
  async connect(ticket: string, acknowledged = 0, address?: string): Promise<TestPlayer> {
    const headers = address === undefined ? {} : { 'x-address': address };
    // The connection may go on in the other process, whose sequences begin later (S31.9).
    const mayHaveGaps = this.#proxyPort !== undefined;
    const options = { acknowledged, headers, mayHaveGaps };
    const player = new TestPlayer(`ws://127.0.0.1:${this.port}/api/websocket/${ticket}`, options);
    this.#players.push(player);
    await player.take('welcome');
    return player;
  }

  /** Connects a user with this name. */
  async user(name: string, roles?: readonly string[]): Promise<TestPlayer> {
    return this.connect(await this.ticket(name, roles));
  }

  async guest(name?: string, address?: string): Promise<TestPlayer> {
    return this.connect(this.guestTicket(name, address));
  }

  /** Connects the same user or guest again, with the resume token of the earlier connection. */
  async resume(before: TestPlayer): Promise<TestPlayer> {
    const { user, guest, resumeToken } = before.welcome;
    const name = user?.username ?? '';
    const ticket = guest ? this.guestTicket(name, undefined, resumeToken) : this.ticket(name, user?.roles, resumeToken);
    return this.connect(await ticket, before.acknowledged);
  }

  /** Creates a room owned by `olga`; resolves with its id. */
  async room(wishes: RoomWishes = {}): Promise<string> {
    await this.ticket('olga');
    return (await this.#storeRoom('id-of-olga', wishes)).roomId;
  }

  /** Users with these names in one new room. The participantJoined frames of the others are taken. */
  async band(...names: string[]): Promise<{ roomId: string; players: TestPlayer[] }> {
    const roomId = await this.room();
    const players: TestPlayer[] = [];
    for (const name of names) {
      const player = await this.user(name);
      await player.join(roomId);
      for (const earlier of players) await earlier.take('participantJoined');
      players.push(player);
    }
    return { roomId, players };
  }

  /** Resolves when this message was logged this many times. */
  async untilLogged(msg: string, times = 1): Promise<void> {
    while (this.logged.filter((line) => line.msg === msg).length < times) {
      await new Promise<void>((resolve) => {
        const listener = () => {
          this.#onLog.delete(listener);
          resolve();
        };
        this.#onLog.add(listener);
      });
    }
  }

  #makeStorage(): Storage {
    const memory = openMemoryStorage();
    return {
      ...memory,
      addChat: async (message) => {
        await this.chatGate.pass();
        if (this.failNextChat) {
          this.failNextChat = false;
          throw new Error('the disk is full');
        }
        return memory.addChat(message);
      },
    };
  }

  async #storeRoom(ownerId: string, wishes: RoomWishes): Promise<RoomRecord> {
    const now = this.time.nowMs();
    const { password, settings: wished, ...rest } = wishes;
    const settings = { ...defaultsOf(roomSettings), welcomeMessage: 'Hello!', ...wished };
    const room = await this.storage.createRoom(
      {
        roomId: randomUUID(),
        roomName: 'Rehearsal',
        ownerId,
        roomType: 'public',
        maxUsers: 20,
        passwordHash: password === undefined ? undefined : `hashed ${password}`,
        settings,
        createdAt: now,
        lastActivity: now,
        ...rest,
      },
      1_000,
    );
    if (room === undefined || 'taken' in room) throw new Error('the room was refused');
    return room;
  }
}
