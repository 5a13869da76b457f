import { createHash, timingSafeEqual } from 'node:crypto';
import { RoomtoneError } from '@roomtone/protocol';
import { Histogram, Registry } from 'prom-client';
import type { Clock } from '../../../ports/clock.ts';
import { bearerToken } from '../../plugins/authentication.ts';
import { cacheResult } from '../../plugins/cached-result.ts';
import { elapsedMs } from '../../plugins/every-request.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

export interface MetricsDeps {
  readonly registries: readonly Registry[];
  /** If set, requests need it as their Bearer token. */
  readonly token: string | undefined;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** One rendering is used for this long: it takes a while, and anyone may ask for it. */
const renderingAgeMs = 1_000;

/** Upper bounds of the buckets that answers are counted in, s. */
const bucketsSeconds = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000].map((ms) => ms / 1_000);

/** Measures every answer by its route, from the request to when the answer leaves. Call it before adding the first route. */
export function measureAnswers(app: App, registry: Registry): void {
  const durations = new Histogram({
    name: 'roomtone_http_request_duration_seconds',
    help: 'Time from a request to its answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: bucketsSeconds,
    registers: [registry],
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Clients can make up addresses and methods: those without a route share one label.
    const route = request.routeUrl;
    const method = route === undefined ? 'any' : request.method;
    durations.observe({ method, route: route ?? 'none', status: reply.statusCode }, elapsedMs(request) / 1_000);
    done();
  });
}

/** `GET /metrics` for Prometheus (S21.6). */
export function metricsRoute(app: App, { registries, token, clock }: MetricsDeps): void {
  const all = Registry.merge([...registries]);
  const render = cacheResult(() => all.metrics(), clock, renderingAgeMs);
  app.get(
    '/metrics',
    {
      schema: {
        ...operation('readMetrics', 'Read metrics for a monitoring system', 'Utility', {
          token: 'ignored',
          errors: ['AUTHENTICATION_ERROR'],
          description: 'Prometheus text format, up to a second old. Needs a token if the host has set one.',
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
      return render();
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
