import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { RouteOptions } from 'fastify';
import type { Config } from '../../config/config.ts';
import { sendFileOptions, sendFilesBelow } from '../plugins/send-files.ts';
import type { App } from '../plugins/server-types.ts';

/** The document as it is sent. It has hundreds of kilobytes, so all answers share these bytes. */
export interface ReferenceBytes {
  readonly bytes: Buffer;
  readonly etag: string;
}

/**
 * Collects the descriptions of routes: call it before adding the first one. The function it returns resolves with the document,
 * which is made once, with the first request for it: making it takes longer than a start may, and most servers never need it.
 */
export function collectReference(app: App, config: Pick<Config, 'publicUrl'>): () => Promise<ReferenceBytes> {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route);
  });
  const make = async () => {
    const { makeDocument } = await import('./reference-document.ts');
    const bytes = Buffer.from(JSON.stringify(await makeDocument(routes, config)));
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
  };
  let made: Promise<ReferenceBytes> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Serves `/docs/openapi.json`, and at `/docs/api` a page that shows it.
 * @param root the folder of the page; may be absent.
 */
export async function apiReference(app: App, root: string, reference: () => Promise<ReferenceBytes>): Promise<void> {
  app.get('/docs/openapi.json', async (request, reply) => {
    const { bytes, etag } = await reference();
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
  if (!existsSync(root)) return;
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root, prefix: '/docs/api/', serve: false });
    sendFilesBelow(scope, '/docs/api');
    scope.get('/docs/api', (_request, reply) => reply.sendFile('index.html', sendFileOptions));
  });
}
