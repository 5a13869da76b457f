import { RoomtoneError } from '@roomtone/protocol';

/**
 * Kinds of problem between this client and the server.
 * - unreachable: there was no answer.
 * - timeout: there was no answer in time.
 * - unexpected-answer: the answer was not that of a Roomtone server, for example a proxy's page.
 * - wrong-key: the server at that address has another key; nothing was sent to it.
 * - not-joined: no room was joined at the time of the request; nothing was sent.
 * - unconfirmed: the request was sent, but the connection was lost before the answer; it may or may not have been
 *   carried out.
 * - closed: the connection was closed before it was ready.
 */
export type ConnectionProblemKind =
  | 'unreachable'
  | 'timeout'
  | 'unexpected-answer'
  | 'wrong-key'
  | 'not-joined'
  | 'unconfirmed'
  | 'closed';

/**
 * A failure that is not a refusal by the server; see `kind`. Its `code` is always SERVER_ERROR, because none of the
 * seven codes of service rule S8.4 means this.
 */
export class ConnectionProblem extends RoomtoneError {
  override readonly name: string = 'ConnectionProblem';
  readonly kind: ConnectionProblemKind;

  constructor(kind: ConnectionProblemKind, message: string, options?: { cause?: unknown }) {
    super('SERVER_ERROR', message, {}, options);
    this.kind = kind;
  }
}

/**
 * Returns a RoomtoneError unchanged and turns anything else into an `unreachable` problem with the original as its
 * cause.
 */
export function asRoomtoneError(error: unknown): RoomtoneError {
  if (error instanceof RoomtoneError) return error;
  return new ConnectionProblem('unreachable', 'The server could not be reached.', { cause: error });
}
