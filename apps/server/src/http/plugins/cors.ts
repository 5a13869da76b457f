import cors, { type FastifyCorsOptionsDelegate } from '@fastify/cors';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { App } from './server-types.ts';

/** What pages of other origins may read of an answer, besides what browsers always let them. */
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
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['Authorization', 'Content-Type', 'API-Version'],
  exposedHeaders,
  maxAge: 600,
  // 204 is none of the statuses there are.
  optionsSuccessStatus: 200,
};
const toNobody = { ...ofAnswers, origin: false, preflight: false };
const toPages = { ...ofAnswers, origin: true, preflight: false };
const toPreflights = { ...toPages, preflight: true };

/**
 * Lets pages of allowed origins call the API (ROOMTONE_ALLOWED_ORIGINS). There are no cookies, so none are let through. An
 * OPTIONS that is no preflight is an unknown method as any other.
 */
export function crossOrigin(app: App, isAllowed: (request: FastifyRequest) => boolean): Promise<void> {
  const options: FastifyCorsOptionsDelegate = (request, done) => {
    if (!isAllowed(request)) done(null, toNobody);
    else done(null, request.headers['access-control-request-method'] === undefined ? toPages : toPreflights);
  };
  return new Promise((resolve, reject) => {
    cors(forOrigins(app), { delegator: options }, (error) => (error === undefined ? resolve() : reject(error)));
  });
}

/**
 * The application to the plugin, whose hooks see those requests alone that have an Origin: it takes its time, and nearly
 * all others have none.
 */
function forOrigins(app: App): App {
  const addHook = (name: 'onRequest', hook: onRequestHookHandler) =>
    app.addHook(name, (request, reply, done) => {
      if (request.headers.origin !== undefined) return hook.call(app, request, reply, done);
      // As the plugin does: with an Origin there might be another answer.
      reply.header('vary', 'Origin');
      done();
    });
  return Object.create(app, { addHook: { value: addHook } });
}
