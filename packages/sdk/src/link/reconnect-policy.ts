import { afterClose, closeCodes, errorTraits, RoomtoneError } from '@roomtone/protocol';
import { ConnectionProblem } from '../errors.ts';
import type { CloseReason } from './connection-state.ts';

const firstCapMs = 250;
const capMs = 10_000;
const longestResetMs = 60_000;
/** How often in a row a room that was joined before may be full. */
const fullRefusals = 5;

/** How one attempt, or a connection that had joined, ended. */
export type LinkEnd =
  | { readonly kind: 'closed'; readonly code: number }
  | { readonly kind: 'failed'; readonly error: RoomtoneError };

/** What has to be known of the past to decide. */
export interface LinkHistory {
  /** Whether the room has been joined before. */
  readonly everJoined: boolean;
  /** Whether this attempt asked the server to make a room, and has no answer. */
  readonly creating: boolean;
  /** How often in a row the room was full, this time included. */
  readonly fullInARow: number;
}

/**
 * How long to wait before attempt number `attempt` (from 1), in ms: anything up to a cap that doubles from 250 ms to
 * 10 s, so that many clients of one server do not come back together (full jitter).
 * @param random 0 ≤ random < 1.
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  return random * Math.min(capMs, firstCapMs * 2 ** (attempt - 1));
}

/** The least wait that the server asked for, ms: until `details.reset` (Unix time in s), at most a minute. */
export function askedDelayMs(end: LinkEnd, nowMs: number): number {
  if (end.kind !== 'failed' || end.error.code !== 'RATE_LIMIT_EXCEEDED') return 0;
  const resetMs = Number(end.error.details['reset']) * 1000;
  if (!Number.isFinite(resetMs)) return 0;
  return Math.min(longestResetMs, Math.max(0, resetMs - nowMs));
}

export function isFull(end: LinkEnd): boolean {
  return end.kind === 'failed' && end.error.code === 'AUTHORIZATION_ERROR' && end.error.details['reason'] === 'full';
}

/**
 * Why not to try again, or undefined to do so. Before the first success every refusal is final and only an unreachable
 * server is tried again; afterwards whatever may heal is.
 */
export function whyStop(end: LinkEnd, history: LinkHistory): CloseReason | undefined {
  if (end.kind === 'closed' && afterClose(end.code) === 'stop') return stopReason(end.code);
  // Somebody else is there now: only a person can say what that means.
  if (end.kind === 'failed' && isWrongKey(end.error)) return { kind: 'refused', error: end.error };
  const isRefusal = end.kind === 'failed' && !(end.error instanceof ConnectionProblem);
  if (history.creating && !isRefusal) return { kind: 'refused', error: lostWhileCreating() };
  if (!isRefusal) return undefined;
  const { error } = end;
  if (error.code === 'AUTHENTICATION_ERROR') return { kind: 'session-ended' };
  const mayHeal = errorTraits[error.code].retry || (isFull(end) && history.fullInARow <= fullRefusals);
  return history.everJoined && mayHeal ? undefined : { kind: 'refused', error };
}

function isWrongKey(error: RoomtoneError): boolean {
  return error instanceof ConnectionProblem && error.kind === 'wrong-key';
}

function stopReason(code: number): CloseReason {
  switch (code) {
    case closeCodes.sessionEnded:
      return { kind: 'session-ended' };
    case closeCodes.putOff:
      return { kind: 'put-off' };
    case closeCodes.resumedElsewhere:
      return { kind: 'taken-over' };
    default:
      return { kind: 'left' };
  }
}

/** A second try might make a second room. */
function lostWhileCreating(): RoomtoneError {
  return new ConnectionProblem('unconfirmed', 'The connection was lost while the room was being made.');
}

/** What a promise is rejected with that waited for a connection which closed for this reason. */
export function closedError(reason: CloseReason): RoomtoneError {
  switch (reason.kind) {
    case 'refused':
      return reason.error;
    case 'session-ended':
      return new RoomtoneError('AUTHENTICATION_ERROR', 'The session has ended; sign in again.');
    default:
      return new ConnectionProblem('closed', 'The connection was closed.');
  }
}
