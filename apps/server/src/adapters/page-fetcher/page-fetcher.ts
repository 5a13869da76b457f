import { RoomtoneError } from '@roomtone/protocol';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { Page, PageFetcher } from '../../ports/page-fetcher.ts';
import { dialTcp } from './connect.ts';
import { pageUnreadable } from './failures.ts';
import { createGate, ServerBusy } from './gate.ts';
import { metadataOf } from './metadata.ts';
import { pageOf } from './page.ts';
import { type Network, readDocument } from './request.ts';
import { createSystemResolver } from './resolve.ts';
import { allowListOf, type Target, targetOf } from './target.ts';
import { textOf } from './text.ts';

export interface PageFetcherOptions extends Partial<Network> {
  /** `host:port` entries that may be read although they are private. */
  readonly allowHosts: readonly string[];
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** A signal that aborts when the time is over. */
  readonly deadline?: (budgetMs: number) => AbortSignal;
}

const budgetMs = 5_000;
const cachedMs = 10 * 60_000;
const cachedPages = 1_000;
/** Each may hold a few MiB. */
const pagesAtOnce = 32;

/** The answer for an address: its page, or that there is none to be read. */
type Answer = Page | 'unreadable';

/**
 * Reads pages (S20). It cannot be turned inward: every address, redirects' too, is resolved once, all that it
 * resolves to is checked, and the connection goes to what was checked. Proxy settings of the environment do not count:
 * the connections are made here.
 *
 * Answers are cached for 10 minutes by address: pages, and also that a page cannot be read, so that a link to a dead or
 * slow site in a full room costs that site and this server one attempt, not one for each client. Refused addresses are
 * not: refusing is cheap, and whoever corrects a DNS entry need not wait. Nor is being too busy, which says nothing of
 * the page. Calls for an address that is just being read share its answer.
 */
export function createPageFetcher(options: PageFetcherOptions): PageFetcher {
  const { clock, deadline = AbortSignal.timeout } = options;
  const network: Network = {
    resolve: createSystemResolver(),
    dial: dialTcp,
    ...options,
  };
  const allowHosts = allowListOf(options.allowHosts);
  const gate = createGate(pagesAtOnce);
  const answers = new LRUCache<string, Answer, Target>({
    max: cachedPages,
    ttl: cachedMs,
    ttlResolution: 0,
    perf: { now: () => clock.monotonicMs() },
    fetchMethod: (_address, _stale, { context: target }) => {
      const signal = deadline(budgetMs);
      return gate(() => readPage(target, allowHosts, network, signal).catch(asAnswer), signal);
    },
    // A page that is being read is read to its end, even if a thousand others push it out of the cache.
    ignoreFetchAbort: true,
  });
  return {
    async fetch(text) {
      const target = targetOf(text, allowHosts);
      const page = await answers.forceFetch(target.url.href, { context: target });
      if (page === 'unreadable') throw pageUnreadable();
      return page;
    },
  };
}

async function readPage(
  target: Target,
  allowHosts: ReadonlySet<string>,
  network: Network,
  signal: AbortSignal,
): Promise<Page> {
  const { url, type, bytes } = await readDocument(target, allowHosts, network, signal);
  return pageOf(await metadataOf(textOf(bytes, type, signal)), url);
}

function asAnswer(error: unknown): Answer {
  const isAnswer = error instanceof RoomtoneError && error.code === 'RESOURCE_NOT_FOUND';
  if (isAnswer && !(error instanceof ServerBusy)) return 'unreadable';
  throw error;
}
