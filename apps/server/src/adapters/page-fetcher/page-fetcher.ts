import { RoomtoneError } from '@roomtone/protocol';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/clock.ts';
import type { Page, PageFetcher } from '../../ports/page-fetcher.ts';
import { pageUnreadable } from './failures.ts';
import { createGate, createShares, ServerBusy } from './gate.ts';
import type { ReadPage } from './read-page.ts';
import { parseAllowList, parseTarget, type Target } from './target.ts';

export interface PageFetcherOptions {
  /** Private `host:port` entries that may be read all the same. */
  readonly allowHosts: readonly string[];
  readonly read: ReadPage;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Returns a signal that aborts when the time is over. */
  readonly deadline?: (budgetMs: number) => AbortSignal;
}

/** How long a page may take. */
export const pageBudgetMs = 5_000;
const cachedMs = 10 * 60_000;
const cachedPages = 1_000;
/** Each page may take a few MiB of memory. */
const pagesAtOnce = 32;
/** Somebody whose pages never answer holds up nobody else. */
const pagesOfOneAtOnce = 4;

type Answer = Page | 'unreadable';

/**
 * Reads pages (S20). Nobody can use it to reach the internal network: every address, including those of redirects, is
 * resolved once, all results are checked, and the connection goes to a checked address. Proxy settings of the environment
 * are ignored, because the connections are made here.
 *
 * Answers are cached by address for 10 minutes. An unreadable page is cached too, so a link to a dead or slow site in a full
 * room costs that site and this server one attempt, not one per client. Refused addresses are not cached: refusing is cheap,
 * and a corrected DNS entry works immediately. "Too busy" is not cached either, because it says nothing about the page.
 * Calls for an address that is being read share one answer.
 */
export function createPageFetcher(options: PageFetcherOptions): PageFetcher {
  const { clock, read, deadline = AbortSignal.timeout } = options;
  const allowHosts = parseAllowList(options.allowHosts);
  const gate = createGate(pagesAtOnce);
  const sharesOf = createShares(pagesOfOneAtOnce);
  const answers = new LRUCache<string, Answer, { readonly target: Target; readonly by: string | undefined }>({
    max: cachedPages,
    ttl: cachedMs,
    ttlResolution: 0,
    perf: { now: () => clock.monotonicMs() },
    fetchMethod: (_address, _stale, { context: { target, by } }) => {
      const signal = deadline(pageBudgetMs);
      const reading = () => gate(() => read(target, signal).catch(asAnswer), signal);
      return by === undefined ? reading() : sharesOf(by)(reading, signal);
    },
    // A page that is being read is read to its end, even if a thousand others push it out of the cache.
    ignoreFetchAbort: true,
  });
  return {
    async fetch(text, by) {
      const target = parseTarget(text, allowHosts);
      const page = await answers.forceFetch(target.url.href, { context: { target, by } });
      if (page === 'unreadable') throw pageUnreadable();
      return page;
    },
  };
}

function asAnswer(error: unknown): Answer {
  const isAnswer = error instanceof RoomtoneError && error.code === 'RESOURCE_NOT_FOUND';
  if (isAnswer && !(error instanceof ServerBusy)) return 'unreadable';
  throw error;
}
