import type { PageFetcher } from '../../ports/page-fetcher.ts';
import type { PageFetcherOptions } from './page-fetcher.ts';

/** A page fetcher that is loaded with the first page: with its parsers it is large, and most servers are asked for none. */
export function createPageFetcherOnDemand(options: PageFetcherOptions): PageFetcher {
  let loading: Promise<PageFetcher> | undefined;
  return {
    async fetch(url) {
      loading ??= import('./page-fetcher.ts').then(({ createPageFetcher }) => createPageFetcher(options));
      return (await loading).fetch(url);
    },
  };
}
