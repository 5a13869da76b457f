import { RoomtoneError } from '@roomtone/protocol';
import type { WireError } from './messages.ts';

/** A failed call. `problem` is set if the server was not reached, and says what went wrong. */
export class CallError extends RoomtoneError {
  override readonly name: string = 'CallError';
  readonly problem: string | undefined;

  constructor(error: WireError) {
    super(error.code, error.message, error.details);
    this.problem = error.problem;
  }
}
