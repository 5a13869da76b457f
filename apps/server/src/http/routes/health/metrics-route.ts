import { serviceLimits } from '@roomtone/protocol';
import type { onRequestHookHandler } from 'fastify';
import { Histogram, Registry } from 'prom-client';
import type { Clock } from '../../../ports/clock.ts';
import { cacheResult } from '../../plugins/cached-result.ts';
import { elapsedMs } from '../../plugins/every-request.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

export interface MetricsDeps {
  readonly registries: readonly Registry[];
  /** Tells this process from the others of its service: the label `instance` of every figure. No label if undefined. */
  readonly instance: () => string | undefined;
  readonly access: onRequestHookHandler;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

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
export function metricsRoute(app: App, { registries, instance, access, clock }: MetricsDeps): void {
  const all = Registry.merge([...registries]);
  const read = () => {
    const name = instance();
    if (name !== undefined) all.setDefaultLabels({ instance: name });
    return all.metrics();
  };
  const render = cacheResult(read, clock, serviceLimits.monitoringAgeMs);
  app.get(
    '/metrics',
    {
      schema: {
        ...operation('readMetrics', 'Read metrics for a monitoring system', 'Utility', {
          token: 'ignored',
          errors: ['AUTHENTICATION_ERROR', 'AUTHORIZATION_ERROR'],
          description:
            'Prometheus text format, up to a second old. Needs the token that the host has set for metrics; without such a ' +
            'setting, requests have to come from the same machine or a private network.',
        }),
        security: [{}, { metrics: [] }],
        produces: ['text/plain'],
        response: { 200: { type: 'string', description: 'The metrics.' } },
      },
      onRequest: access,
    },
    async (_request, reply) => {
      reply.type(all.contentType);
      return render();
    },
  );
}
