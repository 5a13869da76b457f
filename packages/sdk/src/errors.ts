import { type ErrorDetails, isErrorCode, RoomtoneError } from '@roomtone/protocol';
import { camelCased, camelName } from './camel-case.ts';

/**
 * A failure between this client and the server.
 * - unreachable: there was no answer.
 * - timeout: there was no answer in time.
 * - blocked: the server answers, but does not allow pages of this origin; its host sets ROOMTONE_ALLOWED_ORIGINS.
 * - unexpectedAnswer: the answer was not that of a Roomtone server, for example a proxy's page.
 * - wrongKey: the server at that address has another key; nothing was sent to it.
 * - untrusted: no known authority has signed the server's certificate, or not for this name and time; nothing was sent to it. A
 *   server with a certificate of its own is reached by the client's option `fingerprint`. Browsers say `unreachable`.
 * - notJoined: no room was joined at the time of the request; nothing was sent.
 * - unconfirmed: the request was sent, but the connection was lost before the answer; it may or may not have been
 *   carried out.
 * - closed: the connection was closed before.
 * - aborted: by the call's `signal`, whose reason is the `cause`.
 */
export type ConnectionErrorReason =
  | 'unreachable'
  | 'timeout'
  | 'blocked'
  | 'unexpectedAnswer'
  | 'wrongKey'
  | 'untrusted'
  | 'notJoined'
  | 'unconfirmed'
  | 'closed'
  | 'aborted';

const retryable: readonly ConnectionErrorReason[] = ['unreachable', 'timeout', 'unexpectedAnswer', 'notJoined'];

/** A failure that is not a refusal by the server; see `reason`. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
  readonly code = 'CONNECTION_ERROR';
  readonly reason: ConnectionErrorReason;

  constructor(reason: ConnectionErrorReason, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.reason = reason;
  }

  /** True if the same call may succeed later without a change. */
  get retryable(): boolean {
    return retryable.includes(this.reason);
  }
}

/** The errors that the SDK's promises reject with: the server's refusal, or that there was no answer. */
export type ClientError = RoomtoneError | ConnectionError;

/** Returns the SDK's errors unchanged and turns anything else into `unreachable` with the original as its cause. */
export function asClientError(error: unknown): ClientError {
  if (error instanceof RoomtoneError || error instanceof ConnectionError) return error;
  return new ConnectionError('unreachable', 'The server could not be reached.', { cause: error });
}

/** The details that are numbers; frames carry them as text. */
const numbers = ['min', 'max', 'limit', 'reset', 'dropped'];

/** A refusal as the server sent it, over REST or in a frame; an unknown code counts as SERVER_ERROR. */
export function refusalOf(code: unknown, message: string, given: object): RoomtoneError {
  const details = Object.fromEntries(
    Object.entries(camelCased(given) as object).map(([name, value]) => [name, detailOf(name, value)]),
  );
  return new RoomtoneError(isErrorCode(code) ? code : 'SERVER_ERROR', message, details as ErrorDetails);
}

function detailOf(name: string, value: unknown): unknown {
  if (name === 'errors' && Array.isArray(value)) {
    return value.map((problem: { field?: unknown }) => ({ ...problem, field: camelName(String(problem.field)) }));
  }
  if (typeof value !== 'string') return value;
  if (name === 'field') return camelName(value);
  if (name === 'required') return value === '' ? [] : value.split(',');
  return numbers.includes(name) ? Number(value) : value;
}
