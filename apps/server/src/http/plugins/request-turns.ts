import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '@roomtone/protocol';
import { stopParsing } from './stop-parsing.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Requests {
  /** Those without a whole answer: the first is being answered, the others wait. */
  readonly underWay: Exchange[];
  /** Answered already, while its body still arrives. */
  unfinished: IncomingMessage | undefined;
}

/**
 * Answers the requests of each connection one after the other. Node hands over every pipelined request at once, before the
 * client has read a single answer: a program that never reads could have thousands of answers made and kept. Here the next
 * answer is begun only when the system has taken the whole of the one before, so a connection holds one answer at most.
 */
export class RequestTurns {
  readonly #requests = new WeakMap<Duplex, Requests>();

  /** Wraps the listener that answers. */
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

  /** True while the request that is being answered, or was answered last, has not arrived whole. */
  isReceiving(socket: Duplex): boolean {
    const requests = this.#requests.get(socket);
    const request = requests?.underWay[0]?.request ?? requests?.unfinished;
    return request !== undefined && !request.complete;
  }

  /** Bytes of bodies that nobody has read yet. */
  bodyBytes(socket: Duplex): number {
    const requests = this.#requests.get(socket);
    return requests === undefined ? 0 : unreadBytes(requests.underWay);
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

function isTooMuch(underWay: readonly Exchange[]): boolean {
  const { requestsUnderWay, waitingBodyBytes } = limits.http;
  return underWay.length > requestsUnderWay || unreadBytes(underWay.slice(1)) > waitingBodyBytes;
}

function unreadBytes(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((bytes, { request }) => bytes + request.readableLength, 0);
}
