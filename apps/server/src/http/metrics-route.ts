import { createHash, timingSafeEqual } from 'node:crypto';
import { RoomtoneError } from '@roomtone/protocol';
import { Histogram, Registry } from 'prom-client';
import { bearerToken } from './authentication.ts';
import { operation } from './operation.ts';
import type { App } from './server-types.ts';

export interface MetricsDeps {
  readonly registries: readonly Registry[];
  /** When set, it must come as the Bearer token. */
  readonly token: string | undefined;
}

/** Measures every answer by its route. To be called before the first route. */
export function measureAnswers(app: App, registry: Registry): void {
  const durations = new Histogram({
    name: 'roomtone_http_request_duration_seconds',
    help: 'Time from a request to its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // Addresses and methods that no route has are anybody's to make up: they share one label.
    const route = request.is404 ? undefined : request.routeOptions.url;
    const labels = route === undefined ? { method: 'any', route: 'none' } : { method: request.method, route };
    durations.observe({ ...labels, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}

/** `GET /metrics` for Prometheus (decisions 6). */
export function metricsRoute(app: App, { registries, token }: MetricsDeps): void {
  const all = Registry.merge([...registries]);
  app.get(
    '/metrics',
    {
      schema: {
        ...operation('readMetrics', 'Metrics for a monitoring system', 'Utility', {
          token: 'ignored',
          errors: ['AUTHENTICATION_ERROR'],
          description: 'Prometheus text format. Where the host has set a token for it, that is asked for.',
        }),
        security: [{}, { metrics: [] }],
        produces: ['text/plain'],
        response: { 200: { type: 'string', description: 'The metrics.' } },
      },
      onRequest: async (request) => {
        if (token !== undefined && !isSame(bearerToken(request), token)) throw metricsTokenNeeded();
      },
    },
    async (_request, reply) => {
      reply.type(all.contentType);
      return all.metrics();
    },
  );
}

function isSame(given: string | undefined, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}

function metricsTokenNeeded(): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', 'This needs the token that the host has set for metrics.');
}
