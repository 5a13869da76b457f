import { ConnectionError, RoomtoneError } from '@roomtone/sdk';
import { harmless } from './output.ts';

/** The program was called with wrong arguments: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** There is no sign-in, or it does not work any more: programs get the code that the server has for it. */
export function notSignedIn(message: string): RoomtoneError {
  return new RoomtoneError('AUTHENTICATION_ERROR', message);
}

/** The exit status of a command that has failed. */
export function statusOf(error: unknown, signal: AbortSignal): number {
  if (error instanceof UsageError) return 2;
  return signal.aborted ? 130 : 1;
}

/** An error as an object for programs, with the message that people get. */
export function errorObject(error: unknown): object {
  const message = explain(error);
  if (error instanceof UsageError) return { code: 'USAGE_ERROR', message };
  if (error instanceof ConnectionError) return { code: error.code, reason: error.reason, message };
  if (!(error instanceof RoomtoneError)) return { code: 'ERROR', message };
  // A challenge finishes a sign-in: it is secret.
  const { secondFactor, ...details } = error.details;
  return { code: error.code, message, details };
}

/** An error as a message for the user, with what to do next. */
export function explain(error: unknown): string {
  if (error instanceof ConnectionError) return `${harmless(error.message)}${adviceFor(error)}`;
  if (!(error instanceof RoomtoneError)) return error instanceof Error ? error.message : String(error);
  const message = harmless(error.message);
  const { reason, dropped } = error.details;
  if (reason === 'password') return 'The room has a password: set ROOMTONE_ROOM_PASSWORD to it.';
  if (reason === 'registration_closed')
    return 'This server makes no new accounts. Ask its host for one, then: roomtone login';
  if (reason === 'guests') return `${message} Use: roomtone login`;
  if (error.code === 'RATE_LIMIT_EXCEEDED' && dropped !== undefined) {
    return `The server dropped ${dropped} events that exceeded the room's quota.`;
  }
  return message;
}

function adviceFor({ reason }: ConnectionError): string {
  switch (reason) {
    case 'unreachable':
    case 'timeout':
    case 'unexpectedAnswer':
      return ' `roomtone doctor` finds out why.';
    case 'untrusted':
      return ' `roomtone doctor` shows its key: compare it with what the server prints, and pass it with --fingerprint.';
    case 'wrongKey':
      return ' Ask the host for a new invitation.';
    default:
      return '';
  }
}
