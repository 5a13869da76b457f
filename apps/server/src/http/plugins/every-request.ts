import { issues, type Problem, RoomtoneError, validationError } from '@roomtone/protocol';
import type { FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify';
import type { OutsideAddresses } from '../../application/hosting/outside-addresses.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AddressWarnings } from './address-warnings.ts';
import { isAllowedHost } from './host-check.ts';
import type { RateLimits } from './rate-limits.ts';
import { unknownPath } from './raw-replies.ts';
import type { App } from './server-types.ts';
import { setHeaders } from './set-headers.ts';
import { type ApiVersions, checkVersion, isApiPath, versionHeaders } from './versions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body itself, without the rules for JSON bodies. */
    readonly ownBody?: boolean;
  }
  interface FastifyRequest {
    /** The address its route is registered under; undefined if none matched. Fastify's own lookup is slow. */
    routeUrl: string | undefined;
    /** The time of its first hook: performance.now(), ms. */
    arrivedMs: number;
  }
}

/** A step for every request; an error that it throws is the answer. */
export type RequestStep = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Runs these steps on every request, in one hook: a hook for each would take longer than most of the steps. Properties of the
 * request are assigned directly, which is faster than Fastify's decorators.
 */
export function runOnEveryRequest(app: App, ...steps: readonly RequestStep[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    request.arrivedMs = performance.now();
    request.routeUrl = request.routeOptions.url;
    for (const step of steps) step(request, reply);
    done();
  });
}

/** Ms since a request arrived. */
export function elapsedMs({ arrivedMs }: FastifyRequest): number {
  return performance.now() - arrivedMs;
}

/** Gives every answer its request id and version. Has to run before anything that may answer. */
export function createIdentifyingHeaders(versions: ApiVersions, clock: Pick<Clock, 'nowMs'>): RequestStep {
  return (request, reply) => {
    reply.header('x-request-id', request.id);
    setHeaders(reply, versionHeaders(versions, clock.nowMs()));
  };
}

/** Refuses clients that the host has shut out. Those of a trusted proxy are known by their requests only. */
export function createOutsideCheck(addresses: Pick<OutsideAddresses, 'admits' | 'isShut'>): RequestStep {
  return (request) => {
    if (addresses.isShut && !addresses.admits(request.ip)) throw closedToOutside();
  };
}

export function closedToOutside(): RoomtoneError {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'The host has closed this server to the internet.', {
    required: [],
    reason: 'outside',
  });
}

/**
 * Counts requests, and refuses those that no route has to see (S7, S9, S10): with a foreign Host, another version or an
 * unknown address.
 */
export function admitRequests(
  app: App,
  config: Pick<Config, 'publicUrl'>,
  rates: RateLimits,
  isAllowedOrigin: (request: FastifyRequest) => boolean,
  warnings: AddressWarnings,
): void {
  const isOwnHost = createHostCheck(config);
  const admit = (request: FastifyRequest) => {
    if (!isOwnHost(request.host)) {
      warnings.foreignHost(request.host);
      throw foreignHost();
    }
    checkVersion(request.originalUrl, request.headers['api-version']);
    // Before the body is read, since its content does not matter. Requests for pages have none and are answered elsewhere.
    if (mayHaveBody(request.method) && !isRouted(request)) throw unknownPath(pathIn(request.originalUrl));
  };
  app.addHook('onRequest', (request, reply, done) => {
    // Before it counts: a foreign page must not use up the requests of the people who open it.
    if (isApiPath(request.url) && isFromForeignPage(request, isAllowedOrigin)) {
      if (request.headers.origin !== undefined) warnings.foreignOrigin(request.headers.origin);
      throw foreignPage();
    }
    const counting = rates.onHead(request, reply, routePathOf(request));
    if (counting === undefined) {
      admit(request);
      done();
    } else counting.then(() => admit(request)).then(() => done(), done);
  });
  const admitBody = (request: FastifyRequest) => {
    if (request.body !== undefined) refuseUnknownBody(request);
  };
  const countAndAdmitBody: preValidationHookHandler = (request, reply, done) => {
    rates
      .onBody(request, reply)
      .then(() => admitBody(request))
      .then(() => done(), done);
  };
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().some(mayHaveBody)) {
      route.preValidation = [countAndAdmitBody, route.preValidation ?? []].flat();
    }
  });
}

/** By what browsers say of themselves; programs send neither header. Following a link is no use of the API by a page. */
function isFromForeignPage(request: FastifyRequest, isAllowedOrigin: (request: FastifyRequest) => boolean): boolean {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  if (origin !== undefined) return !isAllowedOrigin(request);
  return (site === 'cross-site' || site === 'same-site') && mode !== 'navigate';
}

function foreignPage() {
  return new RoomtoneError('AUTHORIZATION_ERROR', 'Pages of this origin may not use this server.', {
    required: [],
    reason: 'origin',
  });
}

function mayHaveBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Checks that a Host header is one of this server's names (S9.6). */
export function createHostCheck({ publicUrl }: Pick<Config, 'publicUrl'>): (host: string | undefined) => boolean {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  let lastAllowed: string | undefined;
  return (host) => {
    // Nearly all requests have the same host as the one before them.
    if (host !== undefined && host === lastAllowed) return true;
    const isAllowed = isAllowedHost(host, publicHost);
    if (isAllowed) lastAllowed = host;
    return isAllowed;
  };
}

export function foreignHost() {
  return validationError([{ field: 'Host', issue: 'is not a name of this server' }]);
}

/**
 * The path that decides about a request: its route's, however its address was spelled; else its own without the version. The
 * route of the web client's files matches everything.
 */
function routePathOf(request: FastifyRequest): string {
  const route = request.routeUrl;
  return route === undefined || route === '*' || route === '/*' ? pathIn(request.url) : route;
}

export function pathIn(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** True if one of our routes matched; the route for preflights matches everything. */
function isRouted(request: FastifyRequest): boolean {
  return request.routeUrl !== undefined && request.routeUrl !== '*';
}

/** A route without a body schema knows no fields. */
function refuseUnknownBody({ routeOptions: { schema, config }, body }: FastifyRequest): void {
  if (schema?.body !== undefined || config.ownBody === true) return;
  const problems = problemsOfNoBody(body);
  if (problems.length > 0) throw validationError(problems);
}

function problemsOfNoBody(body: unknown): Problem[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [{ field: 'body', issue: 'must be a JSON object' }];
  }
  return Object.keys(body)
    .slice(0, 20)
    .map((field) => ({ field, ...issues.unknownField }));
}
