import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import type { Config } from '../../config/config.ts';
import { elapsedMs } from './every-request.ts';
import type { App } from './server-types.ts';

/** Takes log lines, one JSON object each. */
export interface LogTarget {
  write(line: string): unknown;
  /** Lines that were dropped so far; absent if the target never drops any. */
  readonly dropped?: number;
}

/** @param target standard output unless given. */
export function createLog(level: Config['logLevel'], target: LogTarget | undefined): FastifyBaseLogger {
  return pino({ level }, target);
}

const levelsWithAnswers: ReadonlySet<string> = new Set(['trace', 'debug', 'info']);

/**
 * Logs a line for every answer, without address, token or query: the address of a private room is the invitation to it, and
 * a ticket's address opens a WebSocket.
 */
export function logAnswers(app: App): void {
  if (!levelsWithAnswers.has(app.log.level)) return;
  app.addHook('onSend', (request, reply, _payload, done) => {
    logAnswer(request, reply, request.routeUrl);
    done();
  });
}

/** @param route as it was registered; undefined if none matched. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply, route: string | undefined): void {
  const { method, id: reqId, server } = request;
  const { statusCode: status } = reply;
  const durationMs = Math.round(elapsedMs(request));
  // Only who lacked a right is named: what users do otherwise is nobody's business.
  const user = status === 403 && request.callerId !== undefined ? { user_id: request.callerId } : {};
  server.log.info({ reqId, method, route: route ?? null, status, duration_ms: durationMs, ...user }, 'answered');
}
