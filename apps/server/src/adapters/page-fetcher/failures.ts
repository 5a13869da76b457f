import { RoomtoneError, validationError } from '@roomtone/protocol';

export function malformedAddress(): RoomtoneError {
  return validationError([{ field: 'url', issue: 'must be an address that starts with http:// or https://' }]);
}

/** One text for every address that is refused: it tells nothing of what is there. */
export function addressNotPublic(): RoomtoneError {
  return validationError([{ field: 'url', issue: 'must be the public address of a web page' }]);
}

/** One text for every page that cannot be read; why is kept in the cause, which never leaves the server. */
export function pageUnreadable(cause?: unknown): RoomtoneError {
  return new RoomtoneError('RESOURCE_NOT_FOUND', 'The page at this address cannot be read.', {}, { cause });
}

/** Awaits work that the outside world can make fail; its failures become `pageUnreadable`. */
export async function orUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof RoomtoneError ? error : pageUnreadable(error);
  }
}
