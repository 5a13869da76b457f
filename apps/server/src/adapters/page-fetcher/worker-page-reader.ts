import { Worker } from 'node:worker_threads';
import { RoomtoneError } from '@roomtone/protocol';
import type { Page } from '../../ports/page-fetcher.ts';
import { pageUnreadable } from './failures.ts';
import type { PageAnswer, PageRequest, PageWorkerStart } from './page-messages.ts';
import type { ReadPage } from './read-page.ts';

interface Waiting {
  resolve(page: Page): void;
  reject(error: Error): void;
}

interface PageThread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  idle: NodeJS.Timeout | undefined;
  /** Ends the thread if it has nothing to do, and soon gets nothing. */
  rest(): void;
}

export interface WorkerPageReaderOptions extends PageWorkerStart {
  /** Replaces the real worker in tests. */
  readonly worker?: URL;
  readonly idleMs?: number;
}

// Tests run from source, where Node strips the types itself.
const workerFile = import.meta.url.endsWith('.ts') ? './page-worker.ts' : './page-worker.js';

/** The memory that 32 large pages at once need; a thread that needs more ends, and the next page starts another. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };
/** A thread takes 20 MiB, which pages that are rarely read should not keep. */
const usualIdleMs = 30_000;

/** Reads pages in a thread of its own, which starts with the first page and ends when none was read for half a minute. */
export function createWorkerPageReader(options: WorkerPageReaderOptions): ReadPage {
  const { allowHosts, worker: file = new URL(workerFile, import.meta.url), idleMs = usualIdleMs } = options;
  let lastId = 0;
  let current: PageThread | undefined;

  const start = (): PageThread => {
    const workerData: PageWorkerStart = { allowHosts };
    const worker = new Worker(file, { workerData, resourceLimits });
    const waiting = new Map<number, Waiting>();
    const isOver = () => {
      if (current === thread) current = undefined;
    };
    const thread: PageThread = {
      worker,
      waiting,
      idle: undefined,
      rest() {
        if (waiting.size > 0) return;
        thread.idle = setTimeout(() => {
          isOver();
          void worker.terminate();
        }, idleMs).unref();
      },
    };
    worker.on('message', (answer: PageAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('page' in answer) asked?.resolve(answer.page);
      else asked?.reject(errorOf(answer.failure));
      // Otherwise its time was over.
      if (asked !== undefined) thread.rest();
    });
    let failure = new Error('The thread that reads pages has ended.');
    worker.on('error', (error) => {
      failure = error as Error;
    });
    worker.on('exit', () => {
      isOver();
      for (const { reject } of waiting.values()) reject(failure);
    });
    // A page that is being read must not keep the process alive.
    worker.unref();
    return thread;
  };

  return ({ url }, signal) => {
    current ??= start();
    const thread = current;
    clearTimeout(thread.idle);
    const request: PageRequest = { id: ++lastId, url: url.href };
    thread.worker.postMessage(request);
    return new Promise((resolve, reject) => {
      thread.waiting.set(request.id, { resolve, reject });
      // The thread has the same limit, unless a page keeps it busy.
      const giveUp = () => {
        reject(pageUnreadable(signal.reason));
        if (thread.waiting.delete(request.id)) thread.rest();
      };
      signal.addEventListener('abort', giveUp, { once: true });
    });
  };
}

function errorOf({ code, message, details }: Extract<PageAnswer, { failure: unknown }>['failure']): Error {
  return code === undefined ? new Error(message) : new RoomtoneError(code, message, details);
}
