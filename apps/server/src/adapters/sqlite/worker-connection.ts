import { Worker } from 'node:worker_threads';
import { limits, RoomtoneError } from '@roomtone/protocol';
import type { StorageCondition } from '../../ports/storage-condition.ts';
import { operationKinds } from './operation-kinds.ts';
import type { OperationName } from './operations.ts';
import type { FailedAct, StorageAnswer, StorageRequest, WorkerStart } from './worker-messages.ts';

export interface WorkerOptions {
  /** The database file. */
  readonly path: string;
  /** Whether to make one also where there must have been one, which is lost. */
  readonly newDatabase?: boolean;
  /**
   * Called once when the storage can no longer work: its thread died, answers nothing, or its files are gone. By then
   * every pending act has been rejected.
   */
  readonly onFailure: (error: Error) => void;
  /** In place of the real worker, for tests of its end. */
  readonly worker?: URL;
}

export interface WorkerConnection {
  act(name: OperationName, args: readonly unknown[]): Promise<unknown>;
  condition(): StorageCondition;
  /** Has the thread return memory that it no longer needs. */
  giveMemoryBack(): void;
  close(): Promise<void>;
}

interface Pending {
  readonly name: OperationName;
  /** When it was asked, in ticks. */
  readonly tick: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Time is counted in ticks of one timer for all acts. They stand still while the computer sleeps or this thread is busy,
 * when nobody can say how long the worker has taken.
 */
const tickMs = 500;
const answerTicks = limits.storage.answerMs / tickMs;
const stalledTicks = limits.storage.stalledMs / tickMs;
const unreadyTicks = limits.storage.unreadyMs / tickMs;

// Run from source, as tests do, Node strips the types itself.
const workerFile = import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js';

/** What it answers with is small and soon gone: 3 MiB less at rest than with Node's own limit. */
const resourceLimits = { maxYoungGenerationSizeMb: 1 };

/** Starts the worker; resolves once it has opened the database. */
export function connectToWorker(options: WorkerOptions): Promise<WorkerConnection> {
  const workerData: WorkerStart = { path: options.path, newDatabase: options.newDatabase ?? false };
  const worker = new Worker(options.worker ?? new URL(workerFile, import.meta.url), { workerData, resourceLimits });
  /** In the order in which they were asked, until the worker answers: also those that were given up on. */
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let tick = 0;
  let lastAnswerTick = 0;
  let writesFail = false;
  let end: Error | undefined;
  let closed: Promise<void> | undefined;

  const post = (request: StorageRequest) => worker.postMessage(request);
  const connection: WorkerConnection = {
    act(name, args) {
      if (end !== undefined) return Promise.reject(end);
      // Not even asked: it is certain that nothing of it is stored, and nobody waits again for what does not answer.
      if (silentTicks() > answerTicks) return Promise.reject(new Error(`The storage does not answer: ${options.path}`));
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        pending.set(id, { name, tick, resolve, reject });
        post({ kind: 'act', id, name, args });
      });
    },
    condition: () => ({ answers: end === undefined && oldestTicks() <= unreadyTicks, writes: !writesFail }),
    giveMemoryBack() {
      if (end === undefined) post({ kind: 'giveMemoryBack' });
    },
    close() {
      closed ??= new Promise((resolve) => {
        if (end !== undefined) return resolve();
        end = new Error('The storage is closed.');
        worker.once('exit', () => resolve());
        post({ kind: 'close' });
      });
      return closed;
    },
  };

  /** How long the act that has waited the longest has done so. */
  function oldestTicks(): number {
    for (const { tick: asked } of pending.values()) return tick - asked;
    return 0;
  }

  /** How long the worker has answered nothing although it was asked. */
  function silentTicks(): number {
    return Math.min(oldestTicks(), tick - lastAnswerTick);
  }

  return new Promise((resolve, reject) => {
    let ready = false;
    const ticking = setInterval(() => {
      tick++;
      for (const act of pending.values()) {
        if (tick - act.tick <= answerTicks && silentTicks() <= answerTicks) break;
        // A promise is settled once: those that were given up on before do not change.
        act.reject(tooLate(act.name));
      }
      if (silentTicks() > stalledTicks) {
        fail(new Error(`The storage has answered nothing for ${limits.storage.stalledMs / 1000} s: ${options.path}`));
      }
    }, tickMs);
    // It keeps no process alive.
    ticking.unref();

    worker.on('message', (answer: StorageAnswer) => {
      lastAnswerTick = tick;
      switch (answer.kind) {
        case 'ready':
          ready = true;
          return resolve(connection);
        case 'writes':
          writesFail = answer.failure !== undefined;
          return;
        case 'fatal':
          return fail(new Error(answer.message));
        default:
          settle(answer);
      }
    });
    const settle = (answer: Extract<StorageAnswer, { readonly id: number }>) => {
      const act = pending.get(answer.id);
      pending.delete(answer.id);
      if (answer.kind === 'done') act?.resolve(answer.value);
      else act?.reject(failureOf(answer));
    };
    function fail(error: Error): void {
      clearInterval(ticking);
      const unasked = end === undefined;
      if (unasked) end = error;
      for (const act of pending.values()) act.reject(unanswered(act.name, error));
      pending.clear();
      if (!ready) reject(error);
      else if (unasked) options.onFailure(error);
    }
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => fail(new Error('The storage thread ended.')));
  });
}

/** In words for people: whoever asked must not take it for failed, and do it twice. */
function mayBeStored(cause: unknown): RoomtoneError {
  const message = 'The server could not confirm that this was stored. It may have been: look before you try again.';
  return new RoomtoneError('SERVER_ERROR', message, {}, { cause });
}

function tooLate(name: OperationName): Error {
  return unanswered(name, new Error(`The storage did not answer ${name} within ${limits.storage.answerMs / 1000} s.`));
}

function unanswered(name: OperationName, cause: Error): Error {
  return operationKinds[name] === 'write' ? mayBeStored(cause) : cause;
}

function failureOf({ message, mayBeStored: isUncertain }: FailedAct): Error {
  const error = new Error(message);
  return isUncertain === true ? mayBeStored(error) : error;
}
