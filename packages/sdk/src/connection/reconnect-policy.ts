import { afterClose, closeCodes, RoomtoneError } from '@roomtone/protocol';
import { type ClientError, ConnectionError } from '../errors.ts';
import type { CloseReason } from './connection-state.ts';

const firstCapMs = 250;
const capMs = 10_000;
const longestResetMs = 60_000;
/** How many times in a row a room that was joined before may be full. */
const fullRefusals = 5;

/** How an attempt, or a socket that had joined, ended. */
export type SocketEnd =
  | { readonly kind: 'closed'; readonly code: number }
  | { readonly kind: 'failed'; readonly error: ClientError };

/** The history that the decision depends on. */
export interface JoinHistory {
  /** True if the room has been joined before. */
  readonly everJoined: boolean;
  /** True if this attempt asked the server to create a room and got no answer. */
  readonly creating: boolean;
  /** How many times in a row the room was full, including this time. */
  readonly fullInARow: number;
}

/**
 * The delay before attempt number `attempt` (from 1), in ms: random below a cap that doubles from 250 ms to 10 s, so
 * that the clients of one server do not come back all at once (full jitter).
 * @param random 0 ≤ random < 1.
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  return random * Math.min(capMs, firstCapMs * 2 ** (attempt - 1));
}

/** The shortest wait that the server asked for, ms: until `details.reset` (Unix time in s), at most a minute. */
export function askedDelayMs(end: SocketEnd, nowMs: number): number {
  if (end.kind !== 'failed' || end.error.code !== 'RATE_LIMIT_EXCEEDED') return 0;
  const resetMs = Number(end.error.details.reset) * 1000;
  if (!Number.isFinite(resetMs)) return 0;
  return Math.min(longestResetMs, Math.max(0, resetMs - nowMs));
}

export function isFull(end: SocketEnd): boolean {
  return end.kind === 'failed' && end.error.code === 'AUTHORIZATION_ERROR' && end.error.details.reason === 'full';
}

/**
 * Returns why not to try again, or undefined to try. Before the first success, every refusal is final and only an
 * unreachable server is tried again; afterwards, anything that may pass is.
 */
export function whyStop(end: SocketEnd, history: JoinHistory): CloseReason | undefined {
  if (end.kind === 'closed' && afterClose(end.code) === 'stop') return stopReason(end.code);
  const error = end.kind === 'failed' ? end.error : undefined;
  if (error === undefined || error instanceof ConnectionError) {
    if (error !== undefined && needsPerson(error, history)) return { kind: 'failed', error };
    return history.creating ? { kind: 'failed', error: lostWhileCreating() } : undefined;
  }
  if (error.code === 'AUTHENTICATION_ERROR') return { kind: 'sessionEnded' };
  const mayHeal = error.retryable || (isFull(end) && history.fullInARow <= fullRefusals);
  return history.everJoined && mayHeal ? undefined : { kind: 'refused', error };
}

/**
 * Another server answers at that address, its certificate is not trusted, or the server does not allow this page; a server that did
 * allow it may just be starting.
 */
function needsPerson({ reason }: ConnectionError, { everJoined }: JoinHistory): boolean {
  return reason === 'wrongKey' || reason === 'untrusted' || (reason === 'blocked' && !everJoined);
}

function stopReason(code: number): CloseReason {
  switch (code) {
    case closeCodes.sessionEnded:
      return { kind: 'sessionEnded' };
    case closeCodes.forcedSignOut:
      return { kind: 'forcedSignOut' };
    case closeCodes.resumedElsewhere:
      return { kind: 'takenOver' };
    default:
      return { kind: 'left' };
  }
}

/** A second attempt might create a second room. */
function lostWhileCreating(): ConnectionError {
  return new ConnectionError('unconfirmed', 'The connection was lost.');
}

/** The error for promises that waited for a connection which was closed for this reason. */
export function closedError(reason: CloseReason): ClientError {
  switch (reason.kind) {
    case 'refused':
    case 'failed':
      return reason.error;
    case 'sessionEnded':
      return new RoomtoneError('AUTHENTICATION_ERROR', 'The session has ended. Sign in again.');
    default:
      return new ConnectionError('closed', 'The connection was closed.');
  }
}
