import { RoomtoneError } from '@roomtone/protocol';
import { ConnectionError } from '@roomtone/sdk';
import type { WireError } from '../contract/messages.ts';

/** Converts any failure to a plain object that can be sent to the page. */
export function wireError(error: unknown): WireError {
  if (error instanceof ConnectionError)
    return { code: 'SERVER_ERROR', message: error.message, details: {}, problem: error.reason };
  if (error instanceof RoomtoneError) return { code: error.code, message: error.message, details: error.details };
  return {
    code: 'SERVER_ERROR',
    message: error instanceof Error ? error.message : String(error),
    details: {},
    problem: 'internal',
  };
}
