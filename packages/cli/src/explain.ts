import { ConnectionError, RoomtoneError } from '@roomtone/sdk';

/** The program was called with wrong arguments: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An error as a message for the user, with what to do next. */
export function explain(error: unknown): string {
  if (error instanceof ConnectionError) return `${error.message}${adviceFor(error)}`;
  if (!(error instanceof RoomtoneError)) return error instanceof Error ? error.message : String(error);
  const { reason, dropped } = error.details;
  if (reason === 'password') return 'The room has a password: set ROOMTONE_ROOM_PASSWORD to it.';
  if (reason === 'registration_closed')
    return 'This server makes no new accounts. Ask its host for one, then: roomtone login';
  if (reason === 'guests') return `${error.message} Use: roomtone login`;
  if (error.code === 'RATE_LIMIT_EXCEEDED' && dropped !== undefined) {
    return `The server dropped ${dropped} events that exceeded the room's quota.`;
  }
  return error.message;
}

function adviceFor({ reason }: ConnectionError): string {
  switch (reason) {
    case 'unreachable':
    case 'timeout':
    case 'unexpectedAnswer':
      return ' `roomtone doctor` finds out why.';
    case 'wrongKey':
      return ' Ask the host for a new invitation.';
    default:
      return '';
  }
}
