import type { ClientMember, Message, Outgoing, RoomtoneError } from '@roomtone/protocol';
import { type CallOptions, callOptions, withinLimits } from '../call-options.ts';
import type { Timers } from '../environment.ts';
import { type ClientError, ConnectionError, refusalOf } from '../errors.ts';
import { checkKeys } from '../known-keys.ts';

interface Waiting {
  readonly request: Outgoing<ClientMember>;
  readonly resolve: (answer: Message) => void;
  readonly reject: (error: ClientError) => void;
}

/** Requests that wait for the server's answer, matched by the envelope's requestId. */
export class Requests {
  readonly #timers: Timers;
  readonly #send: (message: Outgoing<ClientMember>) => boolean;
  /** In the order in which they were sent. */
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  /** @param send sends immediately; returns false if that is not possible. */
  constructor(timers: Timers, send: (message: Outgoing<ClientMember>) => boolean) {
    this.#timers = timers;
    this.#send = send;
  }

  /** A requestId that no other request of this connection uses. */
  nextId(): number {
    this.#last++;
    return this.#last;
  }

  /**
   * Resolves with the frame that answers the message.
   * @throws {RoomtoneError} the server's refusal.
   * @throws {ConnectionError} `notJoined` if nothing was sent, `unconfirmed` if the connection was lost before the answer.
   */
  ask(message: Outgoing<ClientMember>, options: CallOptions = {}): Promise<Message> {
    checkKeys(options, callOptions, 'this call');
    const { aborted = false, reason } = options.signal ?? {};
    if (aborted) return Promise.reject(new ConnectionError('aborted', 'The call was aborted.', { cause: reason }));
    const requestId = this.nextId();
    const request = { ...message, requestId };
    if (!this.#send(request)) {
      return Promise.reject(new ConnectionError('notJoined', 'The room is not joined.'));
    }
    const answer = new Promise<Message>((resolve, reject) => {
      this.#waiting.set(requestId, { request, resolve, reject });
    });
    return withinLimits(answer, options, this.#timers);
  }

  /** The same for commands whose answer carries no data. */
  async tell(message: Outgoing<ClientMember>, options?: CallOptions): Promise<void> {
    await this.ask(message, options);
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
    for (const { reject } of waiting) reject(new ConnectionError('unconfirmed', why));
  }
}

/** The error of an error frame; an unknown code counts as SERVER_ERROR. */
export function errorOf({ body }: Message<'error'>): RoomtoneError {
  return refusalOf(body.code, body.message, body.details);
}
