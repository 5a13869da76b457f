import { HealthDetailsView, HealthView } from '@roomtone/protocol/rest';
import type { Clock, Storage } from '../ports.ts';
import type { UsageMeter } from '../usage-meter.ts';
import { operation } from './operation.ts';
import type { App } from './server-types.ts';

/** Tries a service out; rejects when it does not work. */
export type Probe = () => Promise<unknown>;

export interface HealthRoutesDeps {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly storage: Pick<Storage, 'userById'>;
  readonly counters: { readonly connections: number };
  readonly usage: UsageMeter;
  /** Undefined where the service is not in use. */
  readonly redis: Probe | undefined;
  readonly externalApis: Probe | undefined;
}

type Services = HealthDetailsView['services'];

/** How long one look at somebody else's service is good for: anybody may ask how it is. */
const lookMs = 10_000;

/** A probe that tries its service at most every 10 s, and answers with what it last found in between. */
export function sparingly(probe: Probe, clock: Pick<Clock, 'monotonicMs'>): Probe {
  let last: { readonly found: Promise<unknown>; readonly atMs: number } | undefined;
  return () => {
    const nowMs = clock.monotonicMs();
    if (last === undefined || nowMs - last.atMs >= lookMs) last = { found: probe(), atMs: nowMs };
    return last.found;
  };
}

/** A service that takes longer is down for whoever waits for it. */
const probeMs = 2_000;

/** `GET /health` and `GET /health/detailed`, without an envelope (decisions 1, 6). */
export function healthRoutes(app: App, { clock, storage, counters, usage, ...probes }: HealthRoutesDeps): void {
  app.get(
    '/health',
    {
      schema: {
        ...operation('readHealth', 'Whether the server is ready', 'Utility', { token: 'ignored' }),
        response: { 200: HealthView },
      },
    },
    () => ({ status: 'ok', timestamp: new Date(clock.nowMs()).toISOString() }),
  );

  app.get(
    '/health/detailed',
    {
      schema: {
        ...operation('readHealthDetails', 'How the server and its services are', 'Utility', {
          token: 'ignored',
          description: 'Answers 500 with the same body when the server is down, which it is without its database.',
        }),
        response: { 200: HealthDetailsView, 500: HealthDetailsView },
      },
    },
    async (_request, reply) => {
      const [database, redis, external_apis] = await Promise.all([
        stateOf(() => storage.userById('nobody')),
        stateOf(probes.redis),
        stateOf(probes.externalApis),
      ]);
      const services = { database, redis, external_apis };
      const status = statusOf(services);
      reply.code(status === 'down' ? 500 : 200);
      return {
        status,
        timestamp: new Date(clock.nowMs()).toISOString(),
        services,
        metrics: { active_connections: counters.connections, memory_usage: usage.memory(), cpu_usage: usage.cpu() },
      };
    },
  );
}

function statusOf(services: Services): HealthDetailsView['status'] {
  if (services.database === 'down') return 'down';
  return Object.values(services).includes('down') ? 'degraded' : 'ok';
}

async function stateOf(probe: Probe | undefined): Promise<Services['database']> {
  if (probe === undefined) return 'disabled';
  let impatience: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    impatience = setTimeout(() => reject(new Error('no answer in time')), probeMs);
  });
  try {
    await Promise.race([probe(), tooLate]);
    return 'ok';
  } catch {
    return 'down';
  } finally {
    clearTimeout(impatience);
  }
}
