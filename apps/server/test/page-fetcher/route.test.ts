import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PageFetcher } from '../../src/adapters/page-fetcher/port.ts';
import { handleErrors } from '../../src/http/error-handler.ts';
import { scrapeRoute } from '../../src/http/scrape.ts';
import { createValidatorCompiler } from '../../src/http/validation.ts';
import { apiVersions } from '../../src/http/versions.ts';
import { createInternet, createTestFetcher, publicAddress, serveHtml } from './network.ts';

function createRoute(pages: PageFetcher) {
  const app = fastify().withTypeProvider<TypeBoxTypeProvider>();
  onTestFinished(() => app.close());
  app.setValidatorCompiler(createValidatorCompiler());
  const rates = { onHead: async () => undefined, onBody: async () => undefined };
  handleErrors(app, { clock: { nowMs: Date.now }, versions: apiVersions, rates });
  scrapeRoute(app, { pages, authentication: { required: async () => {} } });
  return async (query: string) => {
    const response = await app.inject({ url: `/api/scrape-url${query}` });
    return { status: response.statusCode, body: response.json() };
  };
}

describe('GET /api/scrape-url', () => {
  test('answers with title, description, image and url in the envelope', async () => {
    const internet = createInternet();
    internet.names('example.org', [publicAddress]);
    const html = '<title>A &amp; B</title><meta name=description content=Text><meta property=og:image content=/a.png>';
    internet.puts(publicAddress, 80, await serveHtml(html));
    const get = createRoute(createTestFetcher(internet));
    expect(await get(`?url=${encodeURIComponent('http://example.org/?a=b&c=d')}&unknown=1`)).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          title: 'A & B',
          description: 'Text',
          image: 'http://example.org/a.png',
          url: 'http://example.org/?a=b&c=d',
        },
      },
    });
  });

  test.each([
    ['missing', ''],
    ['without a value', '?url'],
    ['empty', '?url='],
    ['given twice', '?url=http://example.org/&url=http://example.com/'],
    ['given as a list', '?url[]=http://example.org/'],
    ['malformed', '?url=example'],
    ['another scheme', '?url=ftp://example.org/'],
    ['not public', '?url=http://127.0.0.1/'],
    ['too long', `?url=http://example.org/${'x'.repeat(3_000)}`],
  ])('url %s: 400 on the field url', async (_name, query) => {
    const { status, body } = await createRoute(createTestFetcher(createInternet()))(query);
    expect([status, body.success, body.error.code, body.error.details.field]).toEqual([
      400,
      false,
      'VALIDATION_ERROR',
      'url',
    ]);
    const { errors, ...first } = body.error.details;
    expect([first.field, errors]).toEqual(['url', [first]]);
  });

  test('a page that cannot be read: 404, without a word of why', async () => {
    const { status, body } = await createRoute(createTestFetcher(createInternet()))('?url=http://nowhere.example/');
    expect(status).toBe(404);
    expect(body.error).toEqual({
      code: 'RESOURCE_NOT_FOUND',
      message: 'There is no page to be read at this address.',
      details: {},
    });
  });
});
