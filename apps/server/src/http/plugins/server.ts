import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { limits } from '@roomtone/protocol';
import { type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify';
import { pino } from 'pino';
import type { PacedWork } from '../../application/paced-work.ts';
import type { Config } from '../../config/config.ts';
import type { TlsIdentity } from '../../ports/tls-identity.ts';
import { elapsedMs } from './every-request.ts';
import { boundConnections } from './http-connections.ts';
import { acceptJsonOnly } from './json-bodies.ts';
import { takePlainHttp } from './plain-http.ts';
import { refuseMalformed, refuseOddRequests } from './raw-replies.ts';
import { RequestTurns } from './request-turns.ts';
import { serializersOnDemand } from './serialization.ts';
import type { App } from './server-types.ts';
import { createValidatorCompiler } from './validation.ts';
import { unversioned } from './versions.ts';

/** How long a request may take to arrive and a connection may stall, and how often that is checked. */
export interface ServerTimes {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly stalledMs: number;
  readonly stalledProxyMs: number;
  readonly checkMs: number;
}

export const serverTimes: ServerTimes = {
  headersMs: limits.http.headersMs,
  requestMs: limits.http.requestMs,
  stalledMs: limits.http.stalledMs,
  stalledProxyMs: limits.http.stalledProxyMs,
  checkMs: 1_000,
};

/** Takes log lines, one JSON object each. */
export interface LogTarget {
  write(line: string): unknown;
  /** Lines that it had to drop; none where it does not say. */
  readonly dropped?: number;
}

export interface BareServerOptions {
  readonly config: Pick<Config, 'logLevel' | 'trustProxy'>;
  /** Shared by everything that comes in bursts. */
  readonly paced: Pick<PacedWork, 'run'>;
  readonly isProxy: (address: string) => boolean;
  /** Serves https with it; plain http without. */
  readonly tls: Pick<TlsIdentity, 'cert' | 'key'> | undefined;
  /** Answers plain http that comes to the https port from elsewhere. */
  readonly explain: RequestListener;
  readonly times: ServerTimes;
  readonly logTo: LogTarget | undefined;
  /** Answers what has failed before any hook has run. */
  readonly refuseUnrouted: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

/** Fastify without routes or hooks: how requests arrive, are read and are logged. */
export function createServer(options: BareServerOptions): App {
  const { config, logTo } = options;
  const app: App = fastify({
    // A log of each request's own, which is what Fastify makes, takes a good part of what a short answer takes.
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    // Without proxies Fastify need not look for one with each request.
    trustProxy: config.trustProxy.length > 0 && ((address) => options.isProxy(address)),
    rewriteUrl: (request) => unversioned(request.url ?? ''),
    // Requests that still come while draining are answered: 503 is not one of the statuses there are.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildSerializer: serializersOnDemand } },
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => options.refuseUnrouted(error, request, reply),
    clientErrorHandler: refuseMalformed,
    serverFactory: (handler) => listener(paced(handler, options.paced), options),
  });
  app.log = pino({ level: config.logLevel }, logTo);
  app.setValidatorCompiler(createValidatorCompiler());
  acceptJsonOnly(app);
  refuseOddRequests(app.server);
  return app;
}

const levelsWithAnswers: ReadonlySet<string> = new Set(['trace', 'debug', 'info']);

/**
 * A line for every answer as it leaves, without address, token or query: a private room's address is the invitation to it,
 * and a ticket's is the way in.
 */
export function logAnswers(app: App): void {
  if (!levelsWithAnswers.has(app.log.level)) return;
  app.addHook('onSend', (request, reply, _payload, done) => {
    logAnswer(request, reply, request.routeUrl);
    done();
  });
}

/** @param route as it was registered; undefined where none matched. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply, route: string | undefined): void {
  const { method, id: reqId, server } = request;
  const durationMs = Math.round(elapsedMs(request));
  server.log.info(
    { reqId, method, route: route ?? null, status: reply.statusCode, duration_ms: durationMs },
    'answered',
  );
}

/** Requests that come in one burst, such as for tickets when everybody comes back, leave time for notes between them. */
function paced(handler: RequestListener, work: Pick<PacedWork, 'run'>): RequestListener {
  return (request, response) => work.run(() => handler(request, response));
}

function listener(handler: RequestListener, options: BareServerOptions): Server {
  const turns = new RequestTurns();
  const server = listenerFor(turns, handler, options);
  boundConnections(server, { turns, isProxy: options.isProxy, times: options.times });
  return server;
}

function listenerFor(
  turns: RequestTurns,
  handler: RequestListener,
  { tls, times, explain }: BareServerOptions,
): Server {
  const options: ServerOptions = {
    requestTimeout: times.requestMs,
    // Of an answer that nobody takes, this much waits here; Node's own mark is four times as high.
    highWaterMark: limits.http.chunkBytes,
    headersTimeout: times.headersMs,
    connectionsCheckingInterval: times.checkMs,
    // As most proxies wait for 60 s, they and not we end a connection that is idle.
    keepAliveTimeout: 72_000,
    // A missing Host is ours to refuse, with the envelope.
    requireHostHeader: false,
    // Some clients offer other protocols, such as h2c, by the way: they are answered as if they had not.
    shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
  };
  const inTurn = turns.listener(handler);
  if (tls === undefined) return createHttpServer(options, inTurn);
  // An https server is an http server in all that is used of it.
  const server = createHttpsServer({ ...options, cert: tls.cert, key: tls.key, minVersion: 'TLSv1.2' }, inTurn);
  takePlainHttp(server, { explain: turns.listener(explain), silentMs: times.headersMs });
  return server as unknown as Server;
}
