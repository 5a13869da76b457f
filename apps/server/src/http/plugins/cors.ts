import cors, { type FastifyCorsOptionsDelegate } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import type { App } from './server-types.ts';

/** The headers that pages of other origins may read, besides those that browsers always allow. */
const exposedHeaders = [
  'X-Request-Id',
  'API-Version',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Deprecation',
  'Sunset',
  'Link',
];

const ofAnswers = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'API-Version'],
  exposedHeaders,
  maxAge: 600,
  // 204 is not one of the interface's statuses.
  optionsSuccessStatus: 200,
};
const toNobody = { ...ofAnswers, origin: false, preflight: false };
/** Without an Origin there is nobody to allow, but caches must know that another answer is possible with one. */
const withoutOrigin = { origin: true, preflight: false };
const toPages = { ...ofAnswers, origin: true, preflight: false };
const toPreflights = { ...toPages, preflight: true };

/**
 * Lets pages of allowed origins call the API (ROOMTONE_ALLOWED_ORIGINS). There are no cookies, so none are let through. An
 * OPTIONS request that is not a preflight is an unknown method like any other.
 */
export async function crossOrigin(app: App, isAllowed: (request: FastifyRequest) => boolean): Promise<void> {
  const delegator: FastifyCorsOptionsDelegate = (request, done) => {
    const { origin, 'access-control-request-method': method } = request.headers;
    if (origin === undefined) done(null, withoutOrigin);
    else if (!isAllowed(request)) done(null, toNobody);
    else done(null, method === undefined ? toPages : toPreflights);
  };
  await app.register(cors, { delegator });
}
