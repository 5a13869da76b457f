import { serviceLimits } from '@roomtone/protocol';
import { HealthDetailsView, HealthView, ReadinessView } from '@roomtone/protocol/rest';
import type { onRequestHookHandler } from 'fastify';
import type { UsageMeter } from '../../../application/hosting/usage-meter.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { StorageCondition } from '../../../ports/storage-condition.ts';
import { cacheResult } from '../../plugins/cached-result.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

/** Tries a service; rejects if it does not work. */
export type Probe = () => Promise<unknown>;

export interface HealthRoutesDeps {
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly storage: Pick<Storage, 'userById'>;
  readonly condition: () => StorageCondition;
  readonly counters: { readonly connections: number };
  readonly usage: UsageMeter;
  /** The certificate that clients see; null over plain http. */
  readonly certificate: () => HealthDetailsView['certificate'];
  /** The people who may read the details. */
  readonly access: onRequestHookHandler;
  /** Undefined if the service is not in use. */
  readonly redis: Probe | undefined;
  /** True if Redis can be reached, known without asking it; true if it is not in use. */
  readonly redisAnswers: () => boolean;
  /** False if it is about to lose something or to refuse it; known in the same way. */
  readonly redisIsWell: () => boolean;
  readonly externalApis: Probe | undefined;
}

type Services = HealthDetailsView['services'];

/** A service that takes longer counts as down. */
const probeMs = 2_000;

/** `GET /health`, `GET /health/ready` and `GET /health/detailed`, without an envelope. */
export function healthRoutes(app: App, deps: HealthRoutesDeps): void {
  const { clock, storage, condition, counters, usage, certificate, access, redisAnswers, redisIsWell, ...probes } =
    deps;
  const timestamp = () => new Date(clock.nowMs()).toISOString();
  const shared = (probe: Probe | undefined) => cacheResult(() => stateOf(probe), clock, serviceLimits.monitoringAgeMs);
  const databaseState = shared(() => storage.userById('nobody'));
  const redisState = shared(probes.redis);

  app.get(
    '/health',
    {
      schema: {
        ...operation('readHealth', 'Check that the server runs', 'Utility', {
          token: 'ignored',
          description: 'Answers as long as the process works, whatever the state of its storage.',
        }),
        response: { 200: HealthView },
      },
    },
    (_request, reply) => {
      // A page that may not call this server can notice that it answers, without reading the answer. That is how programs tell
      // a refusal from a server that is not there.
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return { status: 'ok', timestamp: timestamp() };
    },
  );

  app.get(
    '/health/ready',
    {
      schema: {
        ...operation('readReadiness', 'Check that the server can work', 'Utility', {
          token: 'ignored',
          description:
            'Answers 500 with the status `down` while the storage, or Redis where it is in use, does not answer: a load balancer ' +
            'then sends nobody new here. Answers immediately, from what is known. ' +
            'While writes fail, as on a full disk, the disk is almost full, or the database is damaged, the status is `degraded`.',
        }),
        response: { 200: ReadinessView, 500: ReadinessView },
      },
    },
    (_request, reply) => {
      const { writes, hasRoom = true, isWhole = true } = condition();
      const answers = condition().answers && redisAnswers();
      reply.code(answers ? 200 : 500);
      const working = writes && hasRoom && isWhole && redisIsWell() ? ('ok' as const) : ('degraded' as const);
      return { status: answers ? working : ('down' as const), timestamp: timestamp() };
    },
  );

  app.get(
    '/health/detailed',
    {
      schema: {
        ...operation('readHealthDetails', 'Read the state of the server and its services', 'Utility', {
          token: 'ignored',
          errors: ['AUTHENTICATION_ERROR', 'AUTHORIZATION_ERROR'],
          description:
            'Answers 500 with the same body if the server is down, that is, if its database cannot be read. While the ' +
            'database can only be read, as on a full disk, the status is `degraded` and the service `database` is down. ' +
            'Open to the same requests as `/metrics`.',
        }),
        security: [{}, { metrics: [] }],
        response: { 200: HealthDetailsView, 500: HealthDetailsView },
      },
      onRequest: access,
    },
    async (_request, reply) => {
      const [reading, redis, external_apis] = await Promise.all([
        condition().answers ? databaseState() : ('down' as const),
        redisState(),
        stateOf(probes.externalApis),
      ]);
      const { writes, hasRoom = true, isWhole = true } = condition();
      const services: Services = { database: writes ? reading : 'down', redis, external_apis };
      const status = statusOf(services, { isDown: reading === 'down', isWell: hasRoom && isWhole && redisIsWell() });
      reply.code(status === 'down' ? 500 : 200);
      return {
        status,
        timestamp: timestamp(),
        services,
        certificate: certificate(),
        metrics: { active_connections: counters.connections, memory_usage: usage.memory(), cpu_usage: usage.cpu() },
      };
    },
  );
}

function statusOf(
  services: Services,
  { isDown, isWell }: { readonly isDown: boolean; readonly isWell: boolean },
): HealthDetailsView['status'] {
  if (isDown) return 'down';
  return !isWell || Object.values(services).includes('down') ? 'degraded' : 'ok';
}

async function stateOf(probe: Probe | undefined): Promise<Services['database']> {
  if (probe === undefined) return 'disabled';
  let timeout: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timeout = setTimeout(() => reject(new Error('no answer in time')), probeMs);
  });
  try {
    await Promise.race([probe(), tooLate]);
    return 'ok';
  } catch {
    return 'down';
  } finally {
    clearTimeout(timeout);
  }
}
