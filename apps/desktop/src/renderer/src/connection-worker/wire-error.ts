import { RoomtoneError } from '@roomtone/protocol';
import { ConnectionProblem } from '@roomtone/sdk';
import type { WireError } from '../contract/messages.ts';

/** Converts any failure to a plain object that can be sent to the page. */
export function wireError(error: unknown): WireError {
  if (error instanceof ConnectionProblem) {
    return { code: error.code, message: error.message, details: error.details, problem: error.kind };
  }
  if (error instanceof RoomtoneError) return { code: error.code, message: error.message, details: error.details };
  return {
    code: 'SERVER_ERROR',
    message: error instanceof Error ? error.message : String(error),
    details: {},
    problem: 'internal',
  };
}
