import { closeCodes, RoomtoneError, serviceLimits } from '@roomtone/protocol';
import { SlidingWindow } from '@roomtone/room';
import { personOf } from '../../domain/bot-scopes.ts';
import type { CommandLimits } from '../../domain/command-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identity } from '../../ports/tickets.ts';
import type { Log } from '../log.ts';
import type { FrameUse } from '../sockets/short-frames.ts';
import { type Command, commandKind } from './command.ts';
import type { ConnectionRecord } from './connection-record.ts';

export interface ConnectionCommandsDeps {
  readonly clock: Clock;
  readonly commandLimits: Pick<CommandLimits, 'take'>;
  readonly log: Pick<Log, 'info'>;
}

/** The connection that gives these commands. */
export interface CommandSender {
  readonly id: string;
  readonly identity: Identity;
  readonly addressBlock: string;
  /** Carries out a command; a rejection is the answer to it. */
  carryOut(command: Command): Promise<void>;
  refuse(error: unknown, requestId: number): void;
  close(code: number): void;
}

const maxWaitingCommands = 64;

/** The commands of one connection: within the limits, one after another. */
export class ConnectionCommands {
  readonly #sender: CommandSender;
  readonly #record: ConnectionRecord | undefined;
  readonly #deps: ConnectionCommandsDeps;
  readonly #queue = new CommandQueue<Command>(maxWaitingCommands, (command) => this.#run(command));
  readonly #overLimit = new SlidingWindow(serviceLimits.refusedCommands);

  constructor(sender: CommandSender, record: ConnectionRecord | undefined, deps: ConnectionCommandsDeps) {
    this.#sender = sender;
    this.#record = record;
    this.#deps = deps;
  }

  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  /** Resolves when everything that arrived so far has been answered. */
  settled(): Promise<void> {
    return this.#queue.settled();
  }

  /** Drops the waiting commands; a running one continues. */
  clear(): void {
    this.#queue.clear();
  }

  /** Lets a command wait for its turn, unless it is over a limit. */
  take(command: Command, nowUs: number): FrameUse {
    const nowMs = this.#deps.clock.nowMs();
    const { id, identity, addressBlock } = this.#sender;
    const guest = identity.kind === 'guest';
    const sender = { id: guest ? id : personOf(identity), guest, addressBlock };
    const refusal = this.#deps.commandLimits.take(commandKind(command), sender, { nowMs, nowUs });
    if (refusal === undefined) this.#record?.begin(command);
    if (refusal === undefined && this.#queue.push(command)) return 'retained';
    const details = { limit: maxWaitingCommands, reset: Math.ceil(nowMs / 1000) };
    this.#refuse(
      refusal ?? new RoomtoneError('RATE_LIMIT_EXCEEDED', 'Too many commands are waiting.', details),
      command,
    );
    return 'refused';
  }

  async #run(command: Command): Promise<void> {
    try {
      await this.#sender.carryOut(command);
    } catch (error) {
      this.#refuse(error, command);
    }
    this.#record?.done(command);
  }

  #refuse(error: unknown, { kind, requestId }: Command): void {
    const { id, identity } = this.#sender;
    this.#sender.refuse(error, requestId);
    if (!(error instanceof RoomtoneError)) return;
    if (error.code === 'AUTHORIZATION_ERROR' && identity.kind === 'user') {
      this.#deps.log.info({ connectionId: id, user_id: identity.userId, kind }, 'a command was not allowed');
    }
    if (error.code !== 'RATE_LIMIT_EXCEEDED') return;
    const nowMs = this.#deps.clock.serviceUs() / 1000;
    this.#overLimit.add(nowMs);
    if (this.#overLimit.isFull(nowMs)) this.#sender.close(closeCodes.badFrames);
  }
}

const idle = Promise.resolve();

/** Runs one connection's commands one after another, in the order in which they arrived. */
class CommandQueue<T> {
  readonly #run: (command: T) => Promise<void>;
  readonly #capacity: number;
  #waiting: T[] = [];
  #running = false;
  #drained = idle;

  /** `run` must not reject. */
  constructor(capacity: number, run: (command: T) => Promise<void>) {
    this.#capacity = capacity;
    this.#run = run;
  }

  /**
   * Runs the command after those before it, immediately if there are none. False if too many are waiting: it is
   * dropped.
   */
  push(command: T): boolean {
    if (this.#waiting.length >= this.#capacity) return false;
    this.#waiting.push(command);
    if (!this.#running) this.#drained = this.#drain();
    return true;
  }

  /** Resolves when everything that was pushed so far is done. */
  settled(): Promise<void> {
    return this.#drained;
  }

  get isBusy(): boolean {
    return this.#running;
  }

  /** Drops the waiting commands; a running one continues. */
  clear(): void {
    this.#waiting = [];
  }

  async #drain(): Promise<void> {
    this.#running = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await this.#run(next);
    this.#running = false;
  }
}
