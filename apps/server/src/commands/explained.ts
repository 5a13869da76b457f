import { type Problem, RoomtoneError } from '@roomtone/protocol';
import { CommandFailure } from '../application/hosting/command-failure.ts';
import { problemFailure } from './check-shape.ts';

/** Runs what may be refused as over REST. @throws {CommandFailure} in words for the host. */
export async function explainingRefusals(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    throw error instanceof RoomtoneError ? explained(error) : error;
  }
}

function explained(error: RoomtoneError): CommandFailure {
  const { errors } = error.details as { errors?: readonly Problem[] };
  return errors === undefined ? new CommandFailure(error.message, { cause: error }) : problemFailure(errors);
}
