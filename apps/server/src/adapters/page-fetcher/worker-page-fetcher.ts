import { Worker } from 'node:worker_threads';
import { RoomtoneError } from '@roomtone/protocol';
import type { Page, PageFetcher } from '../../ports/page-fetcher.ts';
import type { PageAnswer, PageRequest, PageWorkerStart } from './page-messages.ts';

interface Waiting {
  resolve(page: Page): void;
  reject(error: Error): void;
}

export interface WorkerPageFetcherOptions extends PageWorkerStart {
  /** Replaces the real worker in tests. */
  readonly worker?: URL;
}

// Tests run from source, where Node strips the types itself.
const workerFile = import.meta.url.endsWith('.ts') ? './page-worker.ts' : './page-worker.js';

/** What 32 large pages at once need; a thread that needs more ends, and the next page starts another. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/** Reads pages in a thread of its own, which starts with the first page: most servers never need it. */
export function createWorkerPageFetcher({ allowHosts, worker: file }: WorkerPageFetcherOptions): PageFetcher {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let worker: Worker | undefined;

  const start = (): Worker => {
    const workerData: PageWorkerStart = { allowHosts };
    const started = new Worker(file ?? new URL(workerFile, import.meta.url), { workerData, resourceLimits });
    started.on('message', (answer: PageAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('page' in answer) asked?.resolve(answer.page);
      else asked?.reject(errorOf(answer.failure));
    });
    let failure = new Error('The thread that reads pages has ended.');
    started.on('error', (error) => {
      failure = error as Error;
    });
    started.on('exit', () => {
      worker = undefined;
      for (const { reject } of waiting.values()) reject(failure);
      waiting.clear();
    });
    // A page that is being read must not keep the process alive.
    started.unref();
    return started;
  };

  return {
    fetch(url) {
      worker ??= start();
      const request: PageRequest = { id: ++lastId, url };
      worker.postMessage(request);
      return new Promise((resolve, reject) => waiting.set(request.id, { resolve, reject }));
    },
  };
}

function errorOf({ code, message, details }: Extract<PageAnswer, { failure: unknown }>['failure']): Error {
  return code === undefined ? new Error(message) : new RoomtoneError(code, message, details);
}
