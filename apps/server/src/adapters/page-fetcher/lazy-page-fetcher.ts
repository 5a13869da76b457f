import type { Clock } from '../../ports/clock.ts';
import type { PageFetcher } from '../../ports/page-fetcher.ts';

/** Loads the page fetcher with the first page: most servers never need it. It reads pages in a thread of its own. */
export function createLazyPageFetcher(options: {
  readonly allowHosts: readonly string[];
  readonly clock: Pick<Clock, 'monotonicMs'>;
}): PageFetcher {
  let loading: Promise<PageFetcher> | undefined;
  const load = async () => {
    const [{ createPageFetcher }, { createWorkerPageReader }] = await Promise.all([
      import('./page-fetcher.ts'),
      import('./worker-page-reader.ts'),
    ]);
    return createPageFetcher({ ...options, read: createWorkerPageReader(options) });
  };
  return {
    async fetch(url, by) {
      loading ??= load();
      return (await loading).fetch(url, by);
    },
  };
}
