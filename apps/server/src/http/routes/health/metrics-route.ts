import { createHash, timingSafeEqual } from 'node:crypto';
import { RoomtoneError } from '@roomtone/protocol';
import { Registry } from 'prom-client';
import { DurationCounts } from '../../../application/realtime-counters.ts';
import type { Clock } from '../../../ports/clock.ts';
import { bearerToken } from '../../plugins/authentication.ts';
import { countedHistogram, type LabelledCounts } from '../../plugins/counted-histogram.ts';
import { elapsedMs } from '../../plugins/every-request.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { cacheResult } from '../../plugins/cached-result.ts';

export interface MetricsDeps {
  readonly registries: readonly Registry[];
  /** When set, it must come as the Bearer token. */
  readonly token: string | undefined;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** How long one rendering is good for: it takes a while, and anybody may ask for it. */
const renderedMs = 1_000;

/** Upper bounds of the buckets that answers are counted in, µs. */
const boundsUs = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000].map((ms) => ms * 1_000);

/** Measures every answer by its route, from its request to when it leaves. To be called before the first route. */
export function measureAnswers(app: App, registry: Registry): void {
  const measured: LabelledCounts[] = [];
  /** By route, then status, then method: to make one key of them would take longer than to look three times. */
  const known = new Map<string, Map<number, Map<string, DurationCounts>>>();
  const countsOf = (method: string, route: string, status: number): DurationCounts => {
    const byMethod = inner(inner(known, route), status);
    let counts = byMethod.get(method);
    if (counts === undefined) {
      counts = new DurationCounts(boundsUs);
      byMethod.set(method, counts);
      measured.push({ labels: { method, route, status }, counts });
    }
    return counts;
  };
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Addresses and methods that no route has are anybody's to make up: they share one label.
    const route = request.routeUrl;
    const method = route === undefined ? 'any' : request.method;
    countsOf(method, route ?? 'none', reply.statusCode).add(elapsedMs(request) * 1000);
    done();
  });
  registry.registerMetric(
    countedHistogram(
      'roomtone_http_request_duration_seconds',
      'Time from a request to its answer, by route.',
      () => measured,
    ),
  );
}

function inner<Key, InnerKey, Value>(outer: Map<Key, Map<InnerKey, Value>>, key: Key): Map<InnerKey, Value> {
  let found = outer.get(key);
  if (found === undefined) {
    found = new Map();
    outer.set(key, found);
  }
  return found;
}

/** `GET /metrics` for Prometheus (S21.6). */
export function metricsRoute(app: App, { registries, token, clock }: MetricsDeps): void {
  const all = Registry.merge([...registries]);
  const render = cacheResult(() => all.metrics(), clock, renderedMs);
  app.get(
    '/metrics',
    {
      schema: {
        ...operation('readMetrics', 'Metrics for a monitoring system', 'Utility', {
          token: 'ignored',
          errors: ['AUTHENTICATION_ERROR'],
          description:
            'Prometheus text format, up to a second old. Where the host has set a token for it, that is asked for.',
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
