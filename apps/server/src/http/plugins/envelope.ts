import { errorTraits, RoomtoneError } from '@roomtone/protocol';
import type { ErrorEnvelope } from '@roomtone/protocol/rest';

/** The success envelope. */
export function succeed<T>(data: T, message?: string): { success: true; data: T; message?: string } {
  return message === undefined ? { success: true, data } : { success: true, data, message };
}

export interface ErrorReply {
  readonly status: number;
  readonly envelope: ErrorEnvelope;
}

/** The details that every error of a code has (S8.7, S8.8). */
function always(code: RoomtoneError['code'], requestId: string) {
  if (code === 'SERVER_ERROR') return { request_id: requestId };
  return code === 'AUTHORIZATION_ERROR' ? { required: [] } : {};
}

/** A failure as it may leave the server; anything but a RoomtoneError becomes a SERVER_ERROR without details. */
export function errorReply(error: unknown, requestId: string): ErrorReply {
  const known =
    error instanceof RoomtoneError
      ? error
      : new RoomtoneError('SERVER_ERROR', 'Something went wrong on the server.', {}, { cause: error });
  const details = { ...always(known.code, requestId), ...known.details };
  return {
    status: errorTraits[known.code].status,
    envelope: { success: false, error: { code: known.code, message: known.message, details } },
  };
}
