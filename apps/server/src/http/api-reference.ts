import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { RouteOptions } from 'fastify';
import type { Config } from '../config.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { App } from './server-types.ts';

/**
 * Collects what routes say of themselves: to be called before the first route. Resolves what it returns to the document,
 * which is made when it is first asked for: it takes longer than a start may, and most servers are never asked.
 */
export function collectReference(app: App, config: Pick<Config, 'publicUrl'>): () => Promise<OpenApiDocument> {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') routes.push(route);
  });
  let made: Promise<OpenApiDocument> | undefined;
  return () => {
    made ??= import('./reference-document.ts').then(({ makeDocument }) => makeDocument(routes, config));
    return made;
  };
}

/**
 * `/docs/openapi.json`, and at `/docs` the same for people (decisions 1).
 * @param root the folder of the page; may be absent.
 */
export async function apiReference(app: App, root: string, document: () => Promise<OpenApiDocument>): Promise<void> {
  app.get('/docs/openapi.json', document);
  if (!existsSync(root)) return;
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root, prefix: '/docs/', acceptRanges: false });
    scope.get('/docs', (_request, reply) => reply.sendFile('index.html'));
  });
}
