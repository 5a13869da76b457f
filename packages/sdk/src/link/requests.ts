import { isErrorCode, type Message, RoomtoneError } from '@roomtone/protocol';

interface Waiting {
  readonly resolve: (answer: Message) => void;
  readonly reject: (error: RoomtoneError) => void;
}

/** Requests that wait for the server's answer, told apart by the envelope's requestId. */
export class Requests {
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  /** A number that no other request of this connection has. */
  nextId(): number {
    this.#last++;
    return this.#last;
  }

  /** Resolves with the frame that answers the request; rejects with the error that does. */
  answer(requestId: number): Promise<Message> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(requestId, { resolve, reject });
    });
  }

  /** Hands the frame to whoever waits for it; tells whether anybody did. */
  settle(message: Message): boolean {
    const waiting = this.#waiting.get(message.requestId);
    if (waiting === undefined) return false;
    this.#waiting.delete(message.requestId);
    if (message.kind === 'error') waiting.reject(errorOf(message));
    else waiting.resolve(message);
    return true;
  }

  /** Rejects all that wait. */
  rejectAll(error: RoomtoneError): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}

/** The error that an error frame carries; a code this version does not know counts as SERVER_ERROR. */
export function errorOf({ body }: Message<'error'>): RoomtoneError {
  return new RoomtoneError(isErrorCode(body.code) ? body.code : 'SERVER_ERROR', body.message, body.details);
}
