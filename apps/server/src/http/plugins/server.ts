import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { SecureContext } from 'node:tls';
import serializerSelector from '@fastify/fast-json-stringify-compiler';
import { limits, serviceLimits } from '@roomtone/protocol';
import {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifySchemaCompiler,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import type { OutsideAddresses } from '../../application/hosting/outside-addresses.ts';
import type { PacedWork } from '../../application/paced-work.ts';
import { compileBody, compileQuery } from '../../application/schema-validation.ts';
import type { Config } from '../../config/config.ts';
import type { TlsIdentity } from '../../ports/tls-identity.ts';
import type { ChallengeAnswers } from './challenge-answers.ts';
import { boundConnections } from './http-connections.ts';
import { acceptJsonOnly } from './json-bodies.ts';
import { acceptPlainHttp } from './plain-http.ts';
import { refuseMalformed, refuseUnsupportedRequests } from './raw-replies.ts';
import type { RefusedAddresses } from './refused-addresses.ts';
import { RequestTurns } from './request-turns.ts';
import type { App } from './server-types.ts';
import { unversioned } from './versions.ts';

/** Time limits for requests to arrive and for connections that stall, and the interval of their checks. */
export interface ServerTimes {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly stalledMs: number;
  readonly stalledProxyMs: number;
  readonly checkMs: number;
  /** For a picture to arrive. */
  readonly uploadMs: number;
}

export const serverTimes: ServerTimes = {
  headersMs: serviceLimits.http.headersMs,
  requestMs: serviceLimits.http.requestMs,
  stalledMs: serviceLimits.http.stalledMs,
  stalledProxyMs: serviceLimits.http.stalledProxyMs,
  checkMs: 1_000,
  uploadMs: serviceLimits.uploads.arrivalMs,
};

/** A certificate for one name, beside that for all others. */
export interface NamedCertificate {
  /** The certificate to show to a client that asks for this name; undefined to show what all others get. */
  readonly contextFor: (name: string) => SecureContext | undefined;
  /** False until an authority has signed one. */
  readonly isIssued: boolean;
  readonly challenges: ChallengeAnswers;
}

export interface BareServerOptions {
  readonly config: Pick<Config, 'trustProxy'>;
  readonly log: FastifyBaseLogger;
  /** Shared by all work that comes in bursts. */
  readonly paced: Pick<PacedWork, 'run' | 'turn'>;
  readonly isProxy: (address: string) => boolean;
  /** Addresses with fewer connections, or none. */
  readonly outside: Pick<OutsideAddresses, 'isUnknown' | 'admits'>;
  readonly refusedAddresses: RefusedAddresses;
  /** Serves https with it; plain http if undefined. */
  readonly tls: Pick<TlsIdentity, 'cert' | 'key'> | undefined;
  /** The certificate that an authority has signed for the server's name, and its checks; undefined if none is asked. */
  readonly named?: NamedCertificate | undefined;
  /** Answers plain http that comes to the https port from other machines. */
  readonly answerPlainHttp: RequestListener;
  readonly times: ServerTimes;
  /** Answers what failed before any hook ran. */
  readonly answerFrameworkError: (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
}

/** Creates Fastify without routes or hooks: how requests arrive and are read. */
export function createServer(options: BareServerOptions): App {
  const app: App = fastify({
    // Fastify would make a logger for each request, which takes a large part of the time of a short answer.
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    // Without proxies Fastify does not have to look for one with each request.
    trustProxy: options.config.trustProxy.length > 0 && ((address) => options.isProxy(address)),
    rewriteUrl: (request) => unversioned(request.url ?? ''),
    // Requests that still come while draining are answered: 503 is not one of the API's statuses.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildSerializer: serializersOnDemand } },
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => options.answerFrameworkError(error, request, reply),
    clientErrorHandler: (error, socket) => {
      // Many slow requests may reach their time limit in the same turn.
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') options.paced.run(() => refuseMalformed(error, socket));
      else refuseMalformed(error, socket);
    },
    serverFactory: (handler) => boundedServer(paced(handler, options.paced), options),
  });
  app.log = options.log;
  app.setValidatorCompiler(validatorCompiler);
  acceptJsonOnly(app);
  refuseUnsupportedRequests(app.server);
  return app;
}

/** Requests that come in one burst, such as for tickets when every client reconnects, leave time for notes between them. */
function paced(handler: RequestListener, work: Pick<PacedWork, 'run'>): RequestListener {
  return (request, response) => work.run(() => handler(request, response));
}

function boundedServer(handler: RequestListener, options: BareServerOptions): Server {
  const turns = new RequestTurns();
  const server = listeningServer(turns, handler, options);
  const { isProxy, outside, refusedAddresses, paced, times } = options;
  boundConnections(server, { turns, isProxy, outside, refusedAddresses, paced, times });
  return server;
}

function listeningServer(
  turns: RequestTurns,
  handler: RequestListener,
  { tls, named, times, answerPlainHttp }: BareServerOptions,
): Server {
  const options: ServerOptions = {
    requestTimeout: times.requestMs,
    // Bounds the part of an answer that waits here for a client that does not read; Node's default is four times as high.
    highWaterMark: serviceLimits.http.chunkBytes,
    headersTimeout: times.headersMs,
    connectionsCheckingInterval: times.checkMs,
    // Longer than the 60 s of most proxies, so that the proxy and not the server ends an idle connection.
    keepAliveTimeout: 72_000,
    // A missing Host is refused later, with the envelope.
    requireHostHeader: false,
    // Some clients also offer other protocols, such as h2c: they are answered as if they had not.
    shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
  };
  const challenges = named?.challenges;
  const inTurn = turns.listener(afterChallenges(handler, challenges));
  if (tls === undefined) return createHttpServer(options, inTurn);
  const certificate = {
    cert: tls.cert,
    key: tls.key,
    minVersion: 'TLSv1.2',
    ...(named === undefined ? {} : { SNICallback: byName(named) }),
  } as const;
  const server = createHttpsServer({ ...options, ...certificate }, inTurn);
  acceptPlainHttp(server, {
    answer: turns.listener(afterChallenges(answerPlainHttp, challenges)),
    silentMs: times.headersMs,
    challenges,
  });
  // Everything that is used of an http server is there in an https server.
  return server as unknown as Server;
}

/** A certificate authority asks by the name that it checks, before any certificate is there: no rule for hosts applies. */
function afterChallenges(handler: RequestListener, challenges: ChallengeAnswers | undefined): RequestListener {
  if (challenges === undefined) return handler;
  return (request, response) => {
    if (!challenges.answerHttp(request, response)) handler(request, response);
  };
}

function byName({ contextFor }: NamedCertificate) {
  return (name: string, done: (error: Error | null, context?: SecureContext) => void) => done(null, contextFor(name));
}

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * Fastify's own serializers, each compiled with the first answer that needs it: compiling all of them would take a large part
 * of the start.
 */
const serializersOnDemand: NonNullable<Factories['buildSerializer']> = (externalSchemas, options) => {
  const compile = serializerSelector()(externalSchemas, options);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => {
      serialize ??= compile(route);
      return serialize(answer);
    };
  };
};

/**
 * Compiles request schemas, each with the first value that it is needed for: compiling all of them would take a large part of
 * the start.
 */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const compile = httpPart === 'querystring' ? compileQuery : compileBody;
  let compiled: ReturnType<typeof compile> | undefined;
  const validate: ReturnType<FastifySchemaCompiler<object>> = (value: unknown) => {
    compiled ??= compile(schema);
    const isValid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
};
