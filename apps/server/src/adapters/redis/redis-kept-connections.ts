import { randomUUID } from 'node:crypto';
import type { ConnectionCopy, KeptConnection, KeptConnections, KeptFrame } from '../../ports/kept-connections.ts';
import type { Processes } from '../../ports/processes.ts';
import type { Identity } from '../../ports/tickets.ts';
import { add, budgetArguments, remove, store } from './copy-scripts.ts';
import { type Argument, type Redis, script } from './redis.ts';

/** A copy outlives its process by the resume window, counted from the client's last heartbeat. */
const keptMs = 45_000;
/** How long a process may take to give a connection away: it answers first what was under way. One that is dead is found out before. */
const handoverMs = 6_000;

/** Takes the copy from the process in ARGV[1] for the one in ARGV[2]. */
const take = script(`
  if redis.call('HGET', KEYS[1], 'process') ~= ARGV[1] then return nil end
  redis.call('HSET', KEYS[1], 'process', ARGV[2])
  return {
    redis.call('HGET', KEYS[1], 'identity'), redis.call('HGET', KEYS[1], 'sequence'), redis.call('HGET', KEYS[1], 'room'),
    redis.call('HGET', KEYS[1], 'chat'), redis.call('LRANGE', KEYS[2], 0, -1), redis.call('SMEMBERS', KEYS[3])
  }
`);

/** Changes of a connection since its copy was last written. */
interface Changes {
  frames: KeptFrame[];
  begun: number[];
  room: string | undefined;
  chat: Uint8Array | undefined;
}

interface Entry {
  readonly connectionId: string;
  readonly whole: () => Omit<KeptConnection, 'connectionId'>;
  readonly lost: () => void;
  /** The arguments that count it (S38.5). */
  readonly counted: readonly Argument[];
  sequence: number;
  acknowledged: number;
  changes: Changes | undefined;
}

const noChanges = (): Changes => ({ frames: [], begun: [], room: undefined, chat: undefined });

/** Copies of connections in Redis, written once in a turn of the event loop. */
export class RedisKeptConnections implements KeptConnections {
  readonly #redis: Redis;
  readonly #processes: Processes;
  readonly #blockOf: (address: string) => string;
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new Set<Entry>();
  /** Connections that others have been asked for, by question. */
  readonly #asked = new Map<string, { readonly owner: string; readonly done: (isGiven: boolean) => void }>();
  #isDue = false;

  /** @param blockOf the block of addresses that counts as one client. */
  constructor(redis: Redis, processes: Processes, blockOf: (address: string) => string) {
    this.#redis = redis;
    this.#blockOf = blockOf;
    this.#processes = processes;
    // A Redis that starts again has lost everything.
    redis.onReconnect(() => {
      for (const entry of this.#entries.values()) this.#storeWhole(entry);
    });
    redis.subscribe(`answers:${processes.id}`, (message) => {
      const [question = '', answer] = Buffer.from(message).toString('utf8').split(' ');
      this.#asked.get(question)?.done(answer === 'yes');
    });
    // This process was stopped, or cut off: others may have taken its connections.
    processes.onReturn(() => {
      for (const entry of this.#entries.values()) this.#verify(entry);
    });
    // One that is stopped answers nothing, and does not have to be asked once it is taken for dead.
    processes.onGone((id) => {
      for (const { owner, done } of [...this.#asked.values()]) if (owner === id) done(true);
    });
  }

  keep(connectionId: string, whole: Entry['whole'], lost: () => void): ConnectionCopy {
    const { identity } = whole();
    const budgets = budgetArguments(identity, this.#blockOf(identity.address));
    const counted = [keptMs, this.#processes.id, connectionId, ...budgets];
    const entry: Entry = { connectionId, whole, lost, counted, sequence: 0, acknowledged: 0, changes: undefined };
    this.#entries.set(connectionId, entry);
    this.#storeWhole(entry);
    const change = (): Changes => {
      entry.changes ??= noChanges();
      this.#changed.add(entry);
      this.#flushLater();
      return entry.changes;
    };
    const isOver = () => this.#entries.get(connectionId) !== entry;
    return {
      added: (frame) => {
        if (isOver()) return;
        entry.sequence = frame.sequence;
        change().frames.push(frame);
      },
      acknowledged: (sequence, chat) => {
        if (isOver()) return;
        entry.acknowledged = Math.max(entry.acknowledged, sequence);
        const changes = change();
        changes.chat = chat ?? changes.chat;
      },
      begun: (requestId) => {
        if (!isOver()) change().begun.push(requestId);
      },
      inRoom: (room) => {
        if (!isOver()) change().room = roomText(room);
      },
      ended: () => {
        if (!isOver()) this.#remove(entry);
      },
    };
  }

  async take(connectionId: string): Promise<KeptConnection | undefined> {
    const owner = await this.#redis.command<string | null>('HGET', this.#metaKey(connectionId), 'process');
    if (owner === null || owner === this.#processes.id) return undefined;
    if ((await this.#isReachable(owner)) && !(await this.#ask(owner, connectionId))) return undefined;
    const taken = await this.#redis.run<TakenReply | null>(
      take,
      this.#keysOf(connectionId),
      [owner, this.#processes.id],
      true,
    );
    return taken === null ? undefined : parsed(connectionId, taken);
  }

  onAsked(giveAway: (connectionId: string) => Promise<boolean>): void {
    this.#redis.subscribe(`questions:${this.#processes.id}`, (message) => {
      const [question = '', asker = '', connectionId = ''] = Buffer.from(message).toString('utf8').split(' ');
      void giveAway(connectionId)
        .catch(() => false)
        .then(async (isGiven) => {
          const entry = this.#entries.get(connectionId);
          if (isGiven && entry !== undefined) {
            // Everything before the answer, and nothing after it, is in the copy.
            this.#write(entry);
            this.#forget(entry);
          }
          this.#redis.publish(`answers:${asker}`, Buffer.from(`${question} ${isGiven ? 'yes' : 'no'}`));
        });
    });
  }

  /** A process that has ended has no connection to Redis at once; that it shows no sign of life takes longer to see. */
  async #isReachable(processId: string): Promise<boolean> {
    const channel = this.#redis.key(`questions:${processId}`);
    const [, listeners] = await this.#redis.command<[string, number]>('PUBSUB', 'NUMSUB', channel);
    return listeners > 0;
  }

  #ask(owner: string, connectionId: string): Promise<boolean> {
    const question = randomUUID();
    return new Promise((resolve) => {
      const done = (isGiven: boolean) => {
        clearTimeout(timeout);
        this.#asked.delete(question);
        resolve(isGiven);
      };
      const timeout = setTimeout(done, handoverMs, false);
      this.#asked.set(question, { owner, done });
      const text = `${question} ${this.#processes.id} ${connectionId}`;
      this.#redis.publish(`questions:${owner}`, Buffer.from(text));
    });
  }

  #flushLater(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      for (const entry of this.#changed) this.#write(entry);
    });
  }

  #write(entry: Entry): void {
    this.#changed.delete(entry);
    const { changes, connectionId, sequence, acknowledged } = entry;
    if (changes === undefined) return;
    entry.changes = undefined;
    const args: Argument[] = [...entry.counted, sequence, acknowledged];
    args.push(changes.room ?? '-', changes.chat ?? '', changes.frames.length, ...changes.frames.map(frameBytes));
    args.push(...changes.begun);
    this.#redis.run<'kept' | 'lost' | 'over'>(add, this.#keysOf(connectionId), args).then(
      (outcome) => {
        if (this.#entries.get(connectionId) !== entry) return;
        if (outcome === 'over') this.#forget(entry);
        else if (outcome === 'lost') this.#verify(entry);
      },
      () => undefined,
    );
  }

  /** Finds out if another process has taken the connection, or Redis has lost the copy. */
  #verify(entry: Entry): void {
    const owned = this.#redis.command<string | null>('HGET', this.#metaKey(entry.connectionId), 'process');
    owned.then(
      (owner) => {
        if (this.#entries.get(entry.connectionId) !== entry) return;
        if (owner === null) this.#storeWhole(entry);
        else if (owner !== this.#processes.id) {
          this.#forget(entry);
          entry.lost();
        }
      },
      () => undefined,
    );
  }

  #storeWhole(entry: Entry): void {
    const { identity, sequence, frames, chat, begun, room } = entry.whole();
    entry.changes = undefined;
    entry.sequence = sequence;
    this.#changed.delete(entry);
    const args: Argument[] = [...entry.counted, JSON.stringify(identity), sequence];
    args.push(roomText(room), chat ?? '', frames.length, ...frames.map(frameBytes), ...begun);
    this.#redis.run<'kept' | 'over'>(store, this.#keysOf(entry.connectionId), args).then(
      (outcome) => {
        if (outcome === 'over' && this.#entries.get(entry.connectionId) === entry) this.#forget(entry);
      },
      () => undefined,
    );
  }

  #remove(entry: Entry): void {
    this.#forget(entry);
    this.#redis.run(remove, this.#keysOf(entry.connectionId), entry.counted).catch(() => undefined);
  }

  #forget(entry: Entry): void {
    this.#entries.delete(entry.connectionId);
    this.#changed.delete(entry);
    entry.changes = undefined;
  }

  #metaKey(connectionId: string): string {
    return this.#redis.key('connection', connectionId);
  }

  #keysOf(connectionId: string): readonly string[] {
    const meta = this.#metaKey(connectionId);
    return [meta, `${meta}:frames`, `${meta}:begun`, this.#redis.key('copied'), this.#redis.key('copied', 'ends')];
  }
}

type TakenReply = [Buffer, Buffer, Buffer, Buffer, Buffer[], Buffer[]];

function roomText(room: KeptConnection['room']): string {
  return room === undefined ? '' : `${room.roomId} ${room.joinedAt}`;
}

function frameBytes({ sequence, requestId, frame }: KeptFrame): Uint8Array {
  return Buffer.concat([Buffer.from(`${sequence} ${requestId} `), frame]);
}

function parsed(connectionId: string, reply: TakenReply): KeptConnection {
  const [identity, sequence, room, chat, frames, begun] = reply;
  const [roomId, joinedAt] = room.toString('utf8').split(' ');
  return {
    connectionId,
    identity: JSON.parse(identity.toString('utf8')) as Identity,
    sequence: Number(sequence.toString('utf8')),
    frames: frames.map(parsedFrame),
    chat: chat.length === 0 ? undefined : new Uint8Array(chat),
    begun: begun.map((requestId) => Number(requestId.toString('utf8'))),
    room: roomId === undefined || roomId === '' ? undefined : { roomId, joinedAt: Number(joinedAt) },
  };
}

function parsedFrame(bytes: Buffer): KeptFrame {
  const first = bytes.indexOf(0x20);
  const second = bytes.indexOf(0x20, first + 1);
  return {
    sequence: Number(bytes.subarray(0, first).toString('utf8')),
    requestId: Number(bytes.subarray(first + 1, second).toString('utf8')),
    frame: new Uint8Array(bytes.subarray(second + 1)),
  };
}
