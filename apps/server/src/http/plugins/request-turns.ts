import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { serviceLimits } from '@roomtone/protocol';
import { stopParsing } from './stop-parsing.ts';
import { UnwantedBodies } from './unwanted-bodies.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Requests {
  /** Requests without a complete answer: the first is being answered, the others wait. */
  readonly underWay: Exchange[];
  /** Already answered, while its body is still arriving. */
  unfinished: IncomingMessage | undefined;
}

/**
 * Answers the requests of each connection one after the other. Node hands over all pipelined requests together, before the
 * client has read a single answer: a client that never reads could make the server prepare and hold thousands of answers. Here
 * the next answer starts only when the system has taken all of the one before, so a connection holds at most one answer.
 */
export class RequestTurns {
  readonly #requests = new WeakMap<Duplex, Requests>();
  readonly #unwanted = new UnwantedBodies();

  /** Wraps a listener so that it gets each connection's requests one after the other. */
  listener(answer: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      if (socket.destroyed) return;
      const requests = this.#requestsOf(socket);
      const { underWay } = requests;
      requests.unfinished = undefined;
      underWay.push({ request, response });
      if (underWay.length > 1 && isTooMuch(underWay)) {
        socket.destroy();
        stopParsing(socket);
        return;
      }
      // Before Node's own listener, which would read the rest as fast as it comes.
      if (hasBody(request)) response.prependOnceListener('finish', () => this.#unwanted.add(request));
      response.once('close', () => {
        underWay.shift();
        const [next] = underWay;
        if (next === undefined) requests.unfinished = request.complete ? undefined : request;
        else if (!socket.destroyed) answer(next.request, next.response);
      });
      if (underWay.length === 1) answer(request, response);
    };
  }

  isUnderWay(socket: Duplex): boolean {
    return (this.#requests.get(socket)?.underWay.length ?? 0) > 0;
  }

  /** True while the request that is being answered, or was answered last, has not fully arrived. */
  isReceiving(socket: Duplex): boolean {
    const requests = this.#requests.get(socket);
    const request = requests?.underWay[0]?.request ?? requests?.unfinished;
    return request !== undefined && !request.complete;
  }

  /** Bytes of bodies that have not been read yet. */
  bodyBytes(socket: Duplex): number {
    const requests = this.#requests.get(socket);
    return requests === undefined ? 0 : unreadBytes(requests.underWay) + (requests.unfinished?.readableLength ?? 0);
  }

  #requestsOf(socket: Duplex): Requests {
    let requests = this.#requests.get(socket);
    if (requests === undefined) {
      requests = { underWay: [], unfinished: undefined };
      this.#requests.set(socket, requests);
    }
    return requests;
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function isTooMuch(underWay: readonly Exchange[]): boolean {
  const { requestsUnderWay, waitingBodyBytes } = serviceLimits.http;
  return underWay.length > requestsUnderWay || unreadBytes(underWay.slice(1)) > waitingBodyBytes;
}

function unreadBytes(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((bytes, { request }) => bytes + request.readableLength, 0);
}
