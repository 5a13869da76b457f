import { ScrapeQuery, ScrapeView, success } from '@roomtone/protocol/rest';
import type { PageFetcher } from '../../../ports/page-fetcher.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

export interface ScrapeRouteDeps {
  readonly pages: PageFetcher;
  readonly authentication: Pick<Authentication, 'optional'>;
}

/** `GET /api/scrape-url`: title, description and image of a page. For guests, too; reads at the same time are limited. */
export function scrapeRoute(app: App, { pages, authentication }: ScrapeRouteDeps): void {
  app.get(
    '/api/scrape-url',
    {
      schema: {
        ...operation('readPage', 'Read the description of a web page', 'Utility', {
          token: 'optional',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'Title, description and image of a public web page.',
        }),
        querystring: ScrapeQuery,
        response: { 200: success(ScrapeView) },
      },
      onRequest: authentication.optional,
    },
    async (request) => succeed(await pages.fetch(request.query.url)),
  );
}
