import { randomUUID } from 'node:crypto';
import type { Log } from '../../ports/log.ts';
import type { Processes } from '../../ports/processes.ts';
import { type Redis, script } from './redis.ts';

export interface Beats {
  /** How often a process shows that it is alive. */
  readonly everyMs: number;
  /** Without a sign of life for this long, a process is taken for dead; others notice with their next beat. */
  readonly deadMs: number;
}

const usual: Beats = { everyMs: 1_000, deadMs: 3_500 };
/** The list ends some time after the last process. */
const listMs = 120_000;
/** A dead process stays in the list for this long, so that every other hears of it. */
const mournedMs = 30_000;

/**
 * Beats: sets the own time, and answers with 1 if the process was in the list as alive (0 for the first beat and after it was
 * taken for dead), then the ids of the living and of the dead. All by Redis's clock.
 */
const beat = script(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local deadAt = now - tonumber(ARGV[2])
  local before = redis.call('ZSCORE', KEYS[1], ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. string.format('%.0f', now - tonumber(ARGV[3])))
  redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  local limit = string.format('%.0f', deadAt)
  local known = 0
  if before and tonumber(before) > deadAt then known = 1 end
  return { known, redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. limit, '+inf'), redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', limit) }
`);

/** Says goodbye: from now on the process counts as dead, and every other one hears of it. */
const leave = script(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now - ARGV[2] - 1), ARGV[1])
`);

/** The processes of the service, by signs of life in Redis. */
export class RedisProcesses implements Processes {
  readonly id = randomUUID();
  readonly #redis: Redis;
  readonly #log: Pick<Log, 'warn'>;
  readonly #beats: Beats;
  readonly #arrivalListeners: (() => void)[] = [];
  readonly #goneListeners: ((id: string) => void)[] = [];
  readonly #returnListeners: (() => void)[] = [];
  readonly #heirs: ((id: string) => Promise<void>)[] = [];
  #alive: ReadonlySet<string> = new Set();
  /** The dead that this process has heard of. */
  readonly #gone = new Set<string>();
  /** Those that were alive and are not in the list, and since when, ms. */
  readonly #missing = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #hasBeaten = false;
  #isBeating = false;

  constructor(redis: Redis, log: Pick<Log, 'warn'>, beats: Beats = usual) {
    this.#redis = redis;
    this.#beats = beats;
    this.#log = log;
  }

  /** Beats from now on. */
  async start(): Promise<void> {
    await this.#beat();
    this.#timer = setInterval(() => {
      this.#beat().catch(() => undefined);
    }, this.#beats.everyMs);
    this.#timer.unref();
  }

  /** Says goodbye: the others need not wait to find out. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const key = this.#redis.key('processes');
    await this.#redis.run(leave, [key], [this.id, this.#beats.deadMs]).catch(() => undefined);
  }

  isAlive(id: string): boolean {
    // A process that is missing from the list may be alive: Redis may have lost the list before its next heartbeat.
    return id === this.id || this.#alive.has(id) || (this.#missing.has(id) && !this.#gone.has(id));
  }

  onArrival(listener: () => void): void {
    this.#arrivalListeners.push(listener);
  }

  onGone(listener: (id: string) => void): void {
    this.#goneListeners.push(listener);
  }

  onReturn(listener: () => void): void {
    this.#returnListeners.push(listener);
  }

  onInheritance(tidy: (id: string) => Promise<void>): void {
    this.#heirs.push(tidy);
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    try {
      const [known, alive, dead] = await this.#redis.run<[number, string[], string[]]>(
        beat,
        [this.#redis.key('processes')],
        [this.id, this.#beats.deadMs, mournedMs, listMs],
      );
      const wasAlive = this.#alive;
      this.#alive = new Set(alive);
      if (known === 0 && this.#hasBeaten) for (const listener of this.#returnListeners) listener();
      this.#hasBeaten = true;
      for (const id of dead) this.#lose(id);
      this.#loseMissing(wasAlive);
      for (const id of alive) this.#gone.delete(id);
      if (alive.some((id) => id !== this.id && !wasAlive.has(id)))
        for (const listener of this.#arrivalListeners) listener();
    } finally {
      this.#isBeating = false;
    }
  }

  /** Others are missing for a moment when Redis has lost the list, and for good when they left it while this process did not look. */
  #loseMissing(wasAlive: ReadonlySet<string>): void {
    const nowMs = performance.now();
    for (const id of wasAlive) if (!this.#alive.has(id) && !this.#missing.has(id)) this.#missing.set(id, nowMs);
    for (const [id, sinceMs] of this.#missing) {
      if (!this.#alive.has(id) && nowMs - sinceMs < this.#beats.deadMs) continue;
      this.#missing.delete(id);
      if (!this.#alive.has(id)) this.#lose(id);
    }
  }

  #lose(id: string): void {
    if (id === this.id || this.#gone.has(id)) return;
    this.#gone.add(id);
    for (const listener of this.#goneListeners) listener(id);
    void this.#inherit(id);
  }

  async #inherit(id: string): Promise<void> {
    try {
      const key = this.#redis.key('inherited', id);
      const mine = await this.#redis.command<string | null>('SET', key, this.id, 'NX', 'PX', mournedMs);
      if (mine === null) return;
      for (const tidy of this.#heirs) await tidy(id);
    } catch (error) {
      this.#log.warn({ err: error }, 'what a process has left behind could not be tidied up');
    }
  }
}
