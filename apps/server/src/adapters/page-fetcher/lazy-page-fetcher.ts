import type { PageFetcher } from '../../ports/page-fetcher.ts';
import type { PageFetcherOptions } from './page-fetcher.ts';

/** Loads the page fetcher with the first page: its parsers are large, and most servers never need them. */
export function createLazyPageFetcher(options: PageFetcherOptions): PageFetcher {
  let loading: Promise<PageFetcher> | undefined;
  return {
    async fetch(url) {
      loading ??= import('./page-fetcher.ts').then(({ createPageFetcher }) => createPageFetcher(options));
      return (await loading).fetch(url);
    },
  };
}
