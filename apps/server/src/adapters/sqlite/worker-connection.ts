import { Worker } from 'node:worker_threads';
import { serviceLimits } from '@roomtone/protocol';
import { HangingStorage } from '../../ports/hanging-storage.ts';
import type { StorageCondition } from '../../ports/storage-condition.ts';
import type { OperationName } from '../sql/operation-kinds.ts';
import { mayBeStored, tooLate, unanswered } from '../sql/unanswered.ts';
import type { FailedCall, StorageAnswer, StorageRequest, WorkerStart } from './worker-messages.ts';

export interface WorkerOptions {
  /** The database file. */
  readonly path: string;
  /** True to create a database even if the data directory shows that there was one, which is lost. */
  readonly newDatabase?: boolean;
  /**
   * Called once when the storage can no longer work because its thread ended, does not answer, or has lost its files. Every
   * pending operation has been rejected by then.
   */
  readonly onFailure: (error: Error) => void;
  /** Replaces the real worker in tests. */
  readonly worker?: URL;
}

export interface WorkerConnection {
  run(name: OperationName, args: readonly unknown[]): Promise<unknown>;
  condition(): StorageCondition;
  /** Makes the thread return unused memory to the system. */
  giveMemoryBack(): void;
  close(): Promise<void>;
}

interface Pending {
  readonly name: OperationName;
  /** The tick at which it was called. */
  readonly tick: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Time is counted in ticks of one timer for all operations. The ticks stop while the computer sleeps or this thread is busy,
 * which says nothing about how long the worker has taken.
 */
const tickMs = 500;
const answerTicks = serviceLimits.storage.answerMs / tickMs;
const stalledTicks = serviceLimits.storage.stalledMs / tickMs;
const stalledSeconds = serviceLimits.storage.stalledMs / 1000;
const unreadyTicks = serviceLimits.storage.unreadyMs / tickMs;

// Tests run from source, where Node strips the types itself.
const workerFile = import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js';

/** Answers are small and short-lived. This saves 3 MiB at rest compared with Node's own limit. */
const resourceLimits = { maxYoungGenerationSizeMb: 1 };

/**
 * Starts the worker; resolves once it has opened the database. Opening and first reading the file has the same limit as
 * answering. Checking and migrating have none: a large database on a slow disk may take minutes, and the worker can report
 * nothing while SQLite runs a statement.
 * @throws {HangingStorage} when the disk does not answer in that time.
 */
export function connectToWorker(options: WorkerOptions): Promise<WorkerConnection> {
  const workerData: WorkerStart = { path: options.path, newDatabase: options.newDatabase ?? false };
  const worker = new Worker(options.worker ?? new URL(workerFile, import.meta.url), { workerData, resourceLimits });
  /** In the order of the calls, until the worker answers them; includes those that have been rejected as too late. */
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let tick = 0;
  let lastAnswerTick = 0;
  let writesFail = false;
  let end: Error | undefined;
  let closed: Promise<void> | undefined;

  const post = (request: StorageRequest) => worker.postMessage(request);
  const connection: WorkerConnection = {
    run(name, args) {
      if (end !== undefined) return Promise.reject(end);
      // Not posted at all, so that it is certain that nothing is stored, and the caller does not wait in vain.
      if (silentTicks() > answerTicks) return Promise.reject(new Error(`The storage does not answer: ${options.path}`));
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        pending.set(id, { name, tick, resolve, reject });
        post({ kind: 'run', id, name, args });
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

  /** How long the oldest pending operation has waited. */
  function oldestTicks(): number {
    for (const { tick: asked } of pending.values()) return tick - asked;
    return 0;
  }

  /** How long the worker has answered nothing while operations were pending. */
  function silentTicks(): number {
    return Math.min(oldestTicks(), tick - lastAnswerTick);
  }

  return new Promise((resolve, reject) => {
    let progress: 'opening' | 'preparing' | 'ready' = 'opening';
    const ticking = setInterval(() => {
      tick++;
      if (progress === 'opening' && tick > stalledTicks) {
        fail(
          new HangingStorage(`${options.path} could not be opened: its disk did not answer for ${stalledSeconds} s.`),
        );
        // Ends the thread if the disk answers after all, so that it does not open a database that another process has by then.
        void worker.terminate();
      }
      for (const call of pending.values()) {
        if (tick - call.tick <= answerTicks && silentTicks() <= answerTicks) break;
        // Does nothing to those that were rejected before.
        call.reject(tooLate(call.name));
      }
      if (silentTicks() > stalledTicks) {
        fail(new Error(`The storage has answered nothing for ${stalledSeconds} s: ${options.path}`));
      }
    }, tickMs);
    // The timer alone must not keep the process alive.
    ticking.unref();

    worker.on('message', (answer: StorageAnswer) => {
      lastAnswerTick = tick;
      switch (answer.kind) {
        case 'opened':
          progress = 'preparing';
          return;
        case 'ready':
          progress = 'ready';
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
      const call = pending.get(answer.id);
      pending.delete(answer.id);
      if (answer.kind === 'done') call?.resolve(answer.value);
      else call?.reject(failureOf(answer));
    };
    function fail(error: Error): void {
      clearInterval(ticking);
      const isUnexpected = end === undefined;
      if (isUnexpected) end = error;
      for (const call of pending.values()) call.reject(unanswered(call.name, error));
      pending.clear();
      if (progress !== 'ready') reject(error);
      else if (isUnexpected) options.onFailure(error);
    }
    worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => fail(new Error('The storage thread ended.')));
  });
}

function failureOf({ message, mayBeStored: isUncertain }: FailedCall): Error {
  const error = new Error(message);
  return isUncertain === true ? mayBeStored(error) : error;
}
