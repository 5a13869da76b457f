import { RoomtoneError } from '@roomtone/protocol';
import { ScrapeQuery, ScrapeView, success } from '@roomtone/protocol/rest';
import { addressBlock } from '../../../application/address-block.ts';
import type { Config } from '../../../config/config.ts';
import type { PageFetcher } from '../../../ports/page-fetcher.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

export interface ScrapeRouteDeps {
  readonly pages: PageFetcher;
  readonly config: Pick<Config, 'scrape'>;
  readonly authentication: Pick<Authentication, 'optional'>;
}

/** `GET /api/scrape-url`: title, description and image of a page. Reads at the same time are limited. */
export function scrapeRoute(app: App, { pages, config, authentication }: ScrapeRouteDeps): void {
  app.get(
    '/api/scrape-url',
    {
      schema: {
        ...operation('readPage', 'Read the description of a web page', 'Utility', {
          token: 'optional',
          errors: ['RESOURCE_NOT_FOUND'],
          description:
            'Title, description and image of a public web page. The host may allow it to users only, or turn it off.',
        }),
        querystring: ScrapeQuery,
        response: { 200: success(ScrapeView) },
      },
      onRequest: authentication.optional,
    },
    async (request) => {
      if (config.scrape === 'off') {
        throw new RoomtoneError('RESOURCE_NOT_FOUND', 'This server reads no pages.', {});
      }
      if (config.scrape === 'members') requirePrincipal(request);
      return succeed(await pages.fetch(request.query.url, addressBlock(request.ip)));
    },
  );
}
