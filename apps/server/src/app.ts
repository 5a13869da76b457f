import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { limits } from '@roomtone/protocol';
import { fastify, LogController } from 'fastify';
import { createAccessTokens } from './adapters/access-tokens.ts';
import type { Keys } from './adapters/keys.ts';
import { createRefreshTokens } from './adapters/refresh-tokens.ts';
import { createTickets } from './adapters/tickets.ts';
import type { Config } from './config.ts';
import { createRoom } from './create-room.ts';
import { createOriginCheck } from './http/addresses.ts';
import { authRoutes } from './http/auth-routes.ts';
import { createAuthentication } from './http/authentication.ts';
import { drainOnClose } from './http/drain.ts';
import { handleErrors, sendError } from './http/error-handler.ts';
import { healthRoute } from './http/health-route.ts';
import { acceptJsonOnly } from './http/json-bodies.ts';
import { protoFiles } from './http/proto-files.ts';
import { refuseExpectations, refuseMalformed } from './http/raw-replies.ts';
import { roomRoutes } from './http/room-routes.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { App } from './http/server-types.ts';
import { createSessions } from './http/sessions.ts';
import { ticketRoute } from './http/ticket-route.ts';
import { createValidatorCompiler } from './http/validation.ts';
import { webClient } from './http/web-client.ts';
import type { Clock, Ephemeral, PasswordHasher, Storage } from './ports.ts';
import { createRealtime } from './realtime/realtime.ts';

/** What the application needs from outside; the caller closes what it opened once the application is closed. */
export interface AppDeps {
  readonly storage: Storage;
  readonly ephemeral: Ephemeral;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly keys: Keys;
  /** The built web client; may be absent. */
  readonly webRoot: string;
  /** The .proto files; may be absent. */
  readonly protoRoot: string;
  /** Where log lines go: standard output unless given. */
  readonly logTo?: Writable;
  /** In place of the real rooms, for tests of what REST shows of them. */
  readonly createRealtime?: typeof createRealtime;
}

/**
 * Builds the whole application without a process around it: listen on it, or inject requests. Closing it sends the
 * WebSockets away, finishes what is under way and takes nothing new.
 */
export async function buildApp(config: Config, deps: AppDeps): Promise<App> {
  const { storage, ephemeral, hasher, clock, keys } = deps;
  const app = createServer(config, deps.logTo);
  const accessTokens = createAccessTokens(keys.accessTokens, clock);
  const refreshTokens = createRefreshTokens(keys.refreshTokens);
  const tickets = createTickets(keys.tickets, ephemeral, clock);
  const authentication = createAuthentication(accessTokens, storage);
  const createOneRoom = createRoom.bind(undefined, { storage, hasher, clock });
  const realtime = (deps.createRealtime ?? createRealtime)({
    storage,
    ephemeral,
    hasher,
    clock,
    tickets,
    createRoom: createOneRoom,
    allowedOrigin: createOriginCheck(config),
    log: app.log,
  });
  const sessions = createSessions({
    storage,
    accessTokens,
    refreshTokens,
    clock,
    onEnded: (sessionId) => realtime.sessionEnded(sessionId),
  });

  await securityHeaders(app, config);
  healthRoute(app, { clock });
  authRoutes(app, { config, storage, hasher, clock, sessions, accessTokens, refreshTokens });
  ticketRoute(app, { config, tickets, authentication });
  roomRoutes(app, { storage, rooms: realtime.rooms, createRoom: createOneRoom, authentication });
  await protoFiles(app, deps.protoRoot);
  await webClient(app, deps.webRoot);
  app.server.on('upgrade', (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  drainOnClose(app, () => realtime.shutdown());
  return app;
}

function createServer(config: Config, logTo: Writable | undefined): App {
  const app: App = fastify({
    logger: {
      level: config.logLevel,
      // No address is logged: a private room's is the invitation to it, and a ticket's is the way in.
      serializers: { req: (request: { method: string }) => ({ method: request.method }) },
      ...(logTo === undefined ? {} : { stream: logTo }),
    },
    // The line below, at the answer, takes the place of Fastify's two a request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    // Requests that still come while draining are answered: 503 is not one of the statuses there are.
    return503OnClosing: false,
    requestTimeout: 120_000,
    http: {
      headersTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      // A missing Host is ours to refuse, with the envelope.
      requireHostHeader: false,
      // Some clients offer other protocols, such as h2c, by the way: they are answered as if they had not.
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => {
      sendError(error, request, reply);
    },
    clientErrorHandler: refuseMalformed,
  });
  app.setValidatorCompiler(createValidatorCompiler());
  app.decorateRequest('principal', undefined);
  acceptJsonOnly(app);
  handleErrors(app);
  refuseExpectations(app.server);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  return app;
}
