import { RoomtoneError, validationError } from '@roomtone/protocol';

export function malformedAddress(): RoomtoneError {
  return validationError([{ field: 'url', issue: 'must be an address that starts with http:// or https://' }]);
}

/** The same text for every refused address, so that it reveals nothing about the network inside. */
export function addressNotPublic(): RoomtoneError {
  return validationError([{ field: 'url', issue: 'must be the public address of a web page' }]);
}

/** The same text for every page that cannot be read. The cause holds the reason and never leaves the server. */
export function pageUnreadable(cause?: unknown): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'The page at this address cannot be read.', {}, { cause });
}

/** Turns failures that the outside world can cause into `pageUnreadable`. */
export async function orUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof RoomtoneError ? error : pageUnreadable(error);
  }
}
