import { RoomtoneError } from '@roomtone/protocol';

/**
 * What went wrong between here and the server.
 * unreachable: no answer at all. timeout: none in time. unexpected-answer: one that no Roomtone server gives, such as a
 * proxy's page. wrong-key: another server answers at that address, by its key; nothing has been sent to it. not-joined: asked for while no room was joined; nothing was sent. unconfirmed: sent, but the connection
 * was lost before the answer; it may or may not have happened. closed: the connection was closed before it was ready.
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
 * A failure that is no refusal by the server: look at `kind`. Its `code` is always SERVER_ERROR, for the seven codes of
 * service rule S8.4 have none for this.
 */
export class ConnectionProblem extends RoomtoneError {
  override readonly name: string = 'ConnectionProblem';
  readonly kind: ConnectionProblemKind;

  constructor(kind: ConnectionProblemKind, message: string, options?: { cause?: unknown }) {
    super('SERVER_ERROR', message, {}, options);
    this.kind = kind;
  }
}

/** Leaves errors of ours as they are and makes anything else an `unreachable`, with the original as its cause. */
export function asRoomtoneError(error: unknown): RoomtoneError {
  if (error instanceof RoomtoneError) return error;
  return new ConnectionProblem('unreachable', 'The server could not be reached.', { cause: error });
}
