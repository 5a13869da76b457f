// The thread that reads pages for previews. Its parsers take 50 ms to load and a large page a while to read, which would delay notes.
import { parentPort, workerData } from 'node:worker_threads';
import { RoomtoneError } from '@roomtone/protocol';
import { pageBudgetMs } from './page-fetcher.ts';
import type { PageAnswer, PageRequest, PageWorkerStart } from './page-messages.ts';
import { createPageReader } from './read-page.ts';
import { parseAllowList, parseTarget } from './target.ts';

const port = parentPort;
if (port === null) throw new Error('page-worker runs in a worker thread only.');

const { allowHosts } = workerData as PageWorkerStart;
const known = parseAllowList(allowHosts);
const read = createPageReader(allowHosts);

port.on('message', async ({ id, url }: PageRequest) => {
  let answer: PageAnswer;
  try {
    answer = { id, page: await read(parseTarget(url, known), AbortSignal.timeout(pageBudgetMs)) };
  } catch (error) {
    const { code, message, details } =
      error instanceof RoomtoneError ? error : { code: undefined, message: String(error), details: {} };
    answer = { id, failure: { code, message, details } };
  }
  port.postMessage(answer);
});
