import { RoomtoneError, serviceLimits } from '@roomtone/protocol';
import { type OperationName, operationKinds } from './operation-kinds.ts';

/** Worded for users: nobody must take the operation for failed and do it twice. */
export function mayBeStored(cause: unknown): RoomtoneError {
  const message = 'The server could not confirm that this was stored. It may have been: look before you try again.';
  return new RoomtoneError('SERVER_ERROR', message, {}, { cause });
}

/** The error of an operation whose database did not answer in time. */
export function tooLate(name: OperationName): Error {
  return unanswered(
    name,
    new Error(`The storage did not answer ${name} within ${serviceLimits.storage.answerMs / 1000} s.`),
  );
}

/** The error of an operation that the database may have carried out without answering. */
export function unanswered(name: OperationName, cause: Error): Error {
  return operationKinds[name] === 'write' ? mayBeStored(cause) : cause;
}
