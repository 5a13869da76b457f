import { type Problem, RoomtoneError, validationError } from '@roomtone/protocol';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemsOf } from '../../application/schema-validation.ts';
import type { Clock } from '../../ports/clock.ts';
import { errorReply } from './envelope.ts';
import { pathIn } from './every-request.ts';
import { logAnswer } from './log.ts';
import { retryAfter } from './rate-counter.ts';
import type { RateLimits } from './rate-limits.ts';
import { type ApiVersions, versionHeaders } from './versions.ts';

export interface ErrorHandlerDeps {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly versions: ApiVersions;
  readonly rates: RateLimits;
  /** Counts a request that is refused for asking too often; true if its address is held up (S10.17). */
  readonly countRefusal: (request: FastifyRequest['raw']) => boolean;
  /** A page for browsers that explains the error; undefined for the usual answer. */
  readonly explain?: (
    error: unknown,
    request: FastifyRequest,
  ) => { readonly headers: Readonly<Record<string, string>>; readonly markup: string } | undefined;
}

/** Answers every failed request with the envelope and one of the seven codes. */
export function handleErrors(app: FastifyInstance, deps: ErrorHandlerDeps): void {
  app.setErrorHandler(async (error, request, reply) => {
    // A request whose body could not be read counts, too, and may exceed the limit.
    const refusal = await deps.rates.onBody(request, reply).catch((refused: unknown) => refused);
    return answer(refusal ?? error, request, reply, deps);
  });
}

/** Answers a request that Fastify refuses before any hook has run, such as one with a badly encoded address. */
export async function answerFrameworkError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: ErrorHandlerDeps,
): Promise<void> {
  const { clock, versions, rates } = deps;
  request.arrivedMs = performance.now();
  reply.headers({ ...versionHeaders(versions, clock.nowMs()), 'X-Content-Type-Options': 'nosniff' });
  const count = async () => {
    await rates.onHead(request, reply, pathIn(request.raw.url ?? ''));
    await rates.onBody(request, reply);
  };
  const refusal = await count().catch((refused: unknown) => refused);
  answer(refusal ?? error, request, reply, deps);
  logAnswer(request, reply, undefined);
}

function answer(error: unknown, request: FastifyRequest, reply: FastifyReply, deps: ErrorHandlerDeps) {
  const seconds = retryAfter(error, deps.clock);
  if (seconds !== undefined) {
    reply.header('Retry-After', seconds);
    // The next request waits for its turn with a new connection.
    if (deps.countRefusal(request.raw)) reply.header('Connection', 'close');
  }
  const page = deps.explain?.(error, request);
  if (page === undefined) return sendError(error, request, reply);
  const { status } = errorReply(typed(error), request.id);
  return reply.code(status).headers(page.headers).send(page.markup);
}

/** Answers with the error's envelope; a SERVER_ERROR is logged under the request's id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, envelope } = errorReply(typed(error), request.id);
  if (status === 500) request.server.log.error({ err: error, request_id: request.id }, 'a request failed');
  // RFC 9110 requires the scheme with every 401.
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).header('x-request-id', request.id).type('application/json; charset=utf-8').send(envelope);
}

/** Turns errors of Fastify and its plugins into RoomtoneErrors; others stay as they are. */
function typed(error: unknown): unknown {
  if (error instanceof RoomtoneError || !isFastifyError(error)) return error;
  if (error.validation !== undefined) {
    return validationError(problemsOf(error.validation, error.validationContext === 'querystring' ? 'query' : 'body'));
  }
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return error;
  if (status === 404) return new RoomtoneError('RESOURCE_NOT_FOUND', 'There is nothing at this address.');
  return validationError([problems[error.code] ?? { field: 'request', issue: 'is not valid' }]);
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error;
}

const problems: Readonly<Record<string, Problem>> = {
  FST_ERR_BAD_URL: { field: 'url', issue: 'is not a valid address' },
  FST_ERR_CTP_BODY_TOO_LARGE: { field: 'body', issue: 'must be at most 64 KiB' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { field: 'body', issue: 'is required' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { field: 'Content-Length', issue: 'does not match the body' },
  FST_ERR_CTP_INVALID_JSON_BODY: { field: 'body', issue: 'is not valid JSON' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { field: 'Content-Type', issue: 'must be application/json' },
};
