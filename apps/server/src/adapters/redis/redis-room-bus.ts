import { randomUUID } from 'node:crypto';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Processes } from '../../ports/processes.ts';
import {
  BusUnavailable,
  type Commit,
  type CommitOutcome,
  type Follower,
  type RoomBus,
  type SharedState,
} from '../../ports/room-bus.ts';
import { type Redis, RedisUnavailable, script } from './redis.ts';

const { keptMs, lookMs, unansweredSends } = serverLimits.sharedRooms;

/**
 * A room is a hash: `epoch`, `number` and `admissions`, and its fields with a prefix. A new hash gets the epoch that the caller
 * proposes, so that a room whose hash was lost is told apart from the same room before.
 */
const begin = `
  if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
    redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'number', 0, 'admissions', 0)
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
`;

const read = script(`${begin} return redis.call('HGETALL', KEYS[1])`);

/**
 * ARGV: epoch to propose, lifetime, channel, head of the message, admissions or '', 1 if it admits, field that is required or '',
 * its text, number of fields to remove, these, then fields to put with their texts, and the news last.
 */
const commit = script(`${begin}
  if ARGV[5] ~= '' and redis.call('HGET', KEYS[1], 'admissions') ~= ARGV[5] then return 0 end
  if ARGV[7] ~= '' and (redis.call('HGET', KEYS[1], ARGV[7]) or '') ~= ARGV[8] then return 0 end
  local at = 10
  for _ = 1, tonumber(ARGV[9]) do
    redis.call('HDEL', KEYS[1], ARGV[at])
    at = at + 1
  end
  while at < #ARGV do
    redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1])
    at = at + 2
  end
  if ARGV[6] == '1' then redis.call('HINCRBY', KEYS[1], 'admissions', 1) end
  local number = redis.call('HINCRBY', KEYS[1], 'number', 1)
  local epoch = redis.call('HGET', KEYS[1], 'epoch')
  redis.call('PUBLISH', ARGV[3], ARGV[4] .. epoch .. ' ' .. number .. ' ' .. ARGV[#ARGV])
  return 1
`);

const prefix = 'f:';
/** The first byte of what is published in a room's channel. */
const kinds = { news: 78, message: 77 } as const;
const newsHead = String.fromCharCode(kinds.news);
/** A process’s id has this length. */
const idBytes = 36;

/**
 * Connects processes by Redis: a room is a hash and a channel. A script changes the hash and publishes the news in one step, so
 * that their order is the same for all.
 */
export class RedisRoomBus implements RoomBus {
  readonly processId: string;
  onChange: (() => void) | undefined;
  readonly #redis: Redis;
  readonly #processes: Pick<Processes, 'id' | 'isAlive'>;
  readonly #following = new Map<string, () => void>();
  readonly #idHead: Buffer;
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;
  #isUp = true;
  #isClosed = false;
  /** True while Redis is asked, and has not answered. */
  #isLooking = false;
  #keptUntilMs = 0;
  #unanswered = 0;

  constructor(redis: Redis, processes: Pick<Processes, 'id' | 'isAlive'>) {
    this.#redis = redis;
    this.#processes = processes;
    this.processId = processes.id;
    this.#idHead = Buffer.concat([Uint8Array.of(kinds.message), Buffer.from(this.processId, 'latin1')]);
    this.#stopListening = redis.onReconnect(() => void this.#look());
    this.#timer = setInterval(() => void this.#look(), lookMs);
    this.#timer.unref();
  }

  get isUp(): boolean {
    return this.#isUp && this.#redis.isReady;
  }

  async follow(roomId: string, follower: Follower): Promise<SharedState> {
    this.unfollow(roomId);
    const stop = this.#redis.subscribe(channelOf(roomId), (message) => this.#received(follower, message));
    this.#following.set(roomId, stop);
    try {
      await this.#redis.subscriptionsInForce();
      return await this.read(roomId);
    } catch (error) {
      if (this.#following.get(roomId) === stop) this.unfollow(roomId);
      throw unavailable(error);
    }
  }

  unfollow(roomId: string): void {
    this.#following.get(roomId)?.();
    this.#following.delete(roomId);
  }

  async read(roomId: string): Promise<SharedState> {
    const found = await this.#run<string[]>(read, roomId, []);
    const fields = new Map<string, string>();
    const own = new Map<string, string>();
    for (let index = 0; index + 1 < found.length; index += 2) {
      const [name = '', text = ''] = found.slice(index, index + 2);
      if (name.startsWith(prefix)) fields.set(name.slice(prefix.length), text);
      else own.set(name, text);
    }
    const version = { epoch: own.get('epoch') ?? '', number: Number(own.get('number')) };
    return { version, admissions: Number(own.get('admissions')), fields };
  }

  async commit(
    roomId: string,
    { admissions, admits, requires, put, remove = [], news }: Commit,
  ): Promise<CommitOutcome> {
    const puts = Array.from(put ?? [], ([name, text]) => [prefix + name, text]).flat();
    const done = await this.#run<number>(commit, roomId, [
      this.#redis.key(channelOf(roomId)),
      newsHead,
      admissions === undefined ? '' : String(admissions),
      admits === true ? '1' : '0',
      requires === undefined ? '' : prefix + requires.field,
      requires?.text ?? '',
      String(remove.length),
      ...remove.map((name) => prefix + name),
      ...puts,
      news,
    ]);
    return done === 1 ? 'done' : 'refused';
  }

  send(roomId: string, message: readonly Uint8Array[]): void {
    // Messages that Redis does not take are dropped: they would arrive too late.
    if (!this.isUp || this.#unanswered >= unansweredSends) return;
    this.#unanswered++;
    const whole = Buffer.concat([this.#idHead, ...message]);
    this.#redis
      .command('PUBLISH', this.#redis.key(channelOf(roomId)), whole)
      .catch(() => {})
      .finally(() => this.#unanswered--);
  }

  async living(processIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (!this.isUp) throw unavailable();
    return new Set(processIds.filter((processId) => this.#processes.isAlive(processId)));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#stopListening();
    for (const roomId of [...this.#following.keys()]) this.unfollow(roomId);
    this.#isUp = false;
  }

  #run<T>(which: typeof read, roomId: string, args: readonly string[]): Promise<T> {
    if (!this.isUp) return Promise.reject(unavailable());
    const all = [randomUUID(), String(keptMs), ...args];
    return this.#redis.run<T>(which, [this.#redis.key('room', roomId)], all).catch((error: unknown) => {
      throw error instanceof RedisUnavailable ? unavailable(error) : error;
    });
  }

  #received(follower: Follower, bytes: Uint8Array): void {
    const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (message[0] === kinds.message) {
      const head = 1 + idBytes;
      if (message.subarray(0, head).equals(this.#idHead)) return;
      follower.onMessage(message.toString('latin1', 1, head), message.subarray(head));
      return;
    }
    const text = message.toString('utf8', 1);
    const epochEnd = text.indexOf(' ');
    const numberEnd = text.indexOf(' ', epochEnd + 1);
    const version = { epoch: text.slice(0, epochEnd), number: Number(text.slice(epochEnd + 1, numberEnd)) };
    follower.onNews(version, text.slice(numberEnd + 1));
  }

  /** Finds out if Redis answers. */
  async #look(): Promise<void> {
    if (this.#isClosed) return;
    // An answer that is missing since the last time means that Redis stands still.
    if (!this.#redis.isReady || this.#isLooking) {
      this.#setUp(false);
      return;
    }
    this.#isLooking = true;
    const isUp = await this.#keep().then(
      () => this.#redis.isReady,
      () => false,
    );
    this.#isLooking = false;
    this.#setUp(isUp);
  }

  async #keep(): Promise<void> {
    await this.#redis.probe();
    const nowMs = performance.now();
    if (nowMs < this.#keptUntilMs) return;
    // A room in which nothing but notes happens for a day must not be forgotten.
    this.#keptUntilMs = nowMs + keptMs / 4;
    for (const roomId of this.#following.keys()) {
      await this.#redis.command('PEXPIRE', this.#redis.key('room', roomId), keptMs);
    }
  }

  #setUp(isUp: boolean): void {
    if (isUp === this.#isUp || this.#isClosed) return;
    this.#isUp = isUp;
    this.onChange?.();
  }
}

function channelOf(roomId: string): string {
  return `room:${roomId}`;
}

function unavailable(cause?: unknown): BusUnavailable {
  return cause instanceof BusUnavailable
    ? cause
    : new BusUnavailable('The other processes cannot be reached.', { cause });
}
