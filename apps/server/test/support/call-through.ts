import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as TestApp.call() gets it. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly payload?: unknown;
}

export interface SentAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly payload: string;
}

/** Sends requests to a port one by one, with the headers that Fastify's inject() would give them. */
export function callerOf(port: number): { call(sent: SentRequest): Promise<SentAnswer>; close(): void } {
  const agent = new Agent({ keepAlive: true });
  return {
    async call({ method, url, headers, payload }) {
      const isRaw = payload === undefined || typeof payload === 'string' || payload instanceof Uint8Array;
      const body = isRaw ? payload : JSON.stringify(payload);
      const { pathname, search } = new URL(url, 'http://localhost');
      const outgoing = request({
        agent,
        host: '127.0.0.1',
        port,
        path: pathname + search,
        method,
        headers: {
          host: 'localhost:80',
          'user-agent': 'lightMyRequest',
          ...(isRaw ? {} : { 'content-type': 'application/json' }),
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      });
      outgoing.end(body);
      return new Promise((resolve, reject) => {
        outgoing.once('error', reject);
        outgoing.once('response', (answer) => {
          text(answer).then((content) => {
            resolve({ statusCode: answer.statusCode ?? 0, headers: answer.headers, payload: content });
          }, reject);
        });
      });
    },
    close: () => agent.destroy(),
  };
}
