import { type ClientMember, isErrorCode, type Message, type Outgoing, RoomtoneError } from '@roomtone/protocol';
import { ConnectionProblem } from '../errors.ts';

interface Waiting {
  readonly request: Outgoing<ClientMember>;
  readonly resolve: (answer: Message) => void;
  readonly reject: (error: RoomtoneError) => void;
}

/** Requests that wait for the server's answer, matched by the envelope's requestId. */
export class Requests {
  readonly #send: (message: Outgoing<ClientMember>) => boolean;
  /** In the order in which they were sent. */
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  /** @param send sends immediately; returns false if that is not possible. */
  constructor(send: (message: Outgoing<ClientMember>) => boolean) {
    this.#send = send;
  }

  /** A requestId that no other request of this connection uses. */
  nextId(): number {
    this.#last++;
    return this.#last;
  }

  /**
   * Resolves with the frame that answers the message.
   * @throws {RoomtoneError} the server's error, or a ConnectionProblem: `not-joined` if nothing was sent,
   *   `unconfirmed` if the connection was lost before the answer.
   */
  ask(message: Outgoing<ClientMember>): Promise<Message> {
    const requestId = this.nextId();
    const request = { ...message, requestId };
    if (!this.#send(request)) {
      return Promise.reject(new ConnectionProblem('not-joined', 'The room is not joined at the moment.'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(requestId, { request, resolve, reject });
    });
  }

  /** The same for commands whose answer carries no data. */
  async tell(message: Outgoing<ClientMember>): Promise<void> {
    await this.ask(message);
  }

  /** Settles the request that the frame answers; returns false if there is none. */
  settle(message: Message): boolean {
    const waiting = this.#waiting.get(message.requestId);
    if (waiting === undefined) return false;
    this.#waiting.delete(message.requestId);
    if (message.kind === 'error') waiting.reject(errorOf(message));
    else waiting.resolve(message);
    return true;
  }

  /**
   * Sends the waiting requests again in their order: if the replay has no answer, the server never received them
   * (R10.6, R10.10).
   */
  sendAgain(): void {
    for (const { request } of this.#waiting.values()) this.#send(request);
  }

  /** Rejects all waiting requests: their answers are lost with the connection. */
  giveUp(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    const why = 'The connection was lost before the server answered.';
    for (const { reject } of waiting) reject(new ConnectionProblem('unconfirmed', why));
  }
}

/** The error of an error frame; an unknown code counts as SERVER_ERROR. */
export function errorOf({ body }: Message<'error'>): RoomtoneError {
  return new RoomtoneError(isErrorCode(body.code) ? body.code : 'SERVER_ERROR', body.message, body.details);
}
