import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { handleErrors } from '../../src/http/plugins/error-handler.ts';
import { validatorCompiler } from '../../src/http/plugins/server.ts';
import { apiVersions } from '../../src/http/plugins/versions.ts';
import { scrapeRoute } from '../../src/http/routes/utility/scrape.ts';
import type { PageFetcher } from '../../src/ports/page-fetcher.ts';
import { createPopulatedApp } from '../general/populated-app.ts';
import { createInternet, createTestFetcher, deferred, publicAddress, serve, serveHtml } from './network.ts';

function createRoute(pages: PageFetcher, scrape: Config['scrape'] = 'open') {
  const app = fastify().withTypeProvider<TypeBoxTypeProvider>();
  onTestFinished(() => app.close());
  app.setValidatorCompiler(validatorCompiler);
  const rates = { onHead: async () => undefined, onBody: async () => undefined };
  handleErrors(app, { clock: { nowMs: Date.now }, versions: apiVersions, rates, countRefusal: () => false });
  scrapeRoute(app, { pages, config: { scrape }, authentication: { optional: async () => {} } });
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

  test('S20.13: the host may keep it for users, or turn it off', async () => {
    const internet = createInternet();
    internet.names('example.org', [publicAddress]);
    for (const [scrape, status] of [
      ['members', 401],
      ['off', 404],
    ] as const) {
      const get = createRoute(createTestFetcher(internet), scrape);
      expect((await get('?url=http://example.org/')).status).toBe(status);
    }
    expect(internet.dialled).toEqual([]);
    const app = await createPopulatedApp({ env: { ROOMTONE_SCRAPE: 'members' } });
    const path = `/api/scrape-url?url=${encodeURIComponent(app.page)}`;
    expect((await app.call('GET', path, { token: app.ada.token })).status).toBe(200);
    expect((await app.call('GET', path)).status).toBe(401);
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

  test('a page that cannot be read is 404, without a reason', async () => {
    const { status, body } = await createRoute(createTestFetcher(createInternet()))('?url=http://nowhere.example/');
    expect(status).toBe(404);
    expect(body.error).toEqual({
      code: 'RESOURCE_NOT_FOUND',
      message: 'The page at this address cannot be read.',
      details: {},
    });
  });
});

describe('S20.1: GET /api/scrape-url without an account', () => {
  test('guests are counted by address; a bad token is 401', async () => {
    const { call, page } = await createPopulatedApp({ env: { ROOMTONE_RATE_LIMIT_GENERAL: '20' } });
    const url = `/api/scrape-url?url=${encodeURIComponent(page)}`;
    const before = Number((await call('GET', '/api/rooms')).headers['x-ratelimit-remaining']);
    const { status, body, headers } = await call('GET', url);
    expect([status, body.data.title]).toEqual([200, 'Prelude']);
    expect(Number(headers['x-ratelimit-remaining'])).toBe(before - 1);
    const refused = await call('GET', url, { token: 'bad' });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'AUTHENTICATION_ERROR']);
  });

  test('guests at many addresses can have 32 pages read at the same time, like members', async () => {
    let [reading, most] = [0, 0];
    const full = deferred<void>();
    const site = await serve(async (_request, response) => {
      most = Math.max(most, ++reading);
      if (reading === 32) full.resolve(undefined);
      await full.promise;
      reading--;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>x</title>');
    });
    const env = {
      ROOMTONE_SCRAPE_ALLOW_HOSTS: site.authority,
      ROOMTONE_RATE_LIMIT_GENERAL: '1000',
      ROOMTONE_TRUST_PROXY: '127.0.0.1',
    };
    const { call } = await createPopulatedApp({ env });
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        call('GET', `/api/scrape-url?url=http://${site.authority}/${index}`, {
          headers: { 'x-forwarded-for': `203.0.113.${index}` },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBe(32);
  });
});
