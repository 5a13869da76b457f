import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { RoomtoneError } from '@roomtone/protocol';
import { onTestFinished } from 'vitest';
import type { Dial, Network } from '../../src/adapters/page-fetcher/connect.ts';
import { createPageFetcher, type PageFetcherOptions } from '../../src/adapters/page-fetcher/page-fetcher.ts';
import { createPageReader } from '../../src/adapters/page-fetcher/read-page.ts';
import type { Resolve } from '../../src/adapters/page-fetcher/resolve.ts';
import type { PageFetcher } from '../../src/ports/page-fetcher.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';

/** Public addresses. The tests never send anything beyond this machine. */
export const publicAddress = '93.184.215.14';
export const otherPublicAddress = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';

export interface WebServer {
  readonly port: number;
  /** `127.0.0.1:port`. */
  readonly authority: string;
  readonly requests: readonly IncomingMessage[];
}

/** Starts a real server on the loopback address, which ends with the test. */
export async function serve(handler: RequestListener, tls?: { key: string; cert: string }): Promise<WebServer> {
  const requests: IncomingMessage[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(request);
    handler(request, response);
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, authority: `127.0.0.1:${port}`, requests };
}

/** Serves one document. */
export function serveHtml(html: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  return serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
}

/** A fake resolver and connect step that record their calls. */
export interface Internet {
  readonly resolve: Resolve;
  readonly dial: Dial;
  /** Sets the answers for a name, one per lookup; the last one repeats. */
  names(name: string, ...answers: string[][]): void;
  /** Makes a local server reachable at `address:port`. */
  puts(address: string, port: number, server: WebServer): void;
  readonly resolved: readonly string[];
  /** `address:port` of every address that a connection could have gone to. */
  readonly dialled: readonly string[];
}

export function createInternet(): Internet {
  const answers = new Map<string, string[][]>();
  const servers = new Map<string, number>();
  const resolved: string[] = [];
  const dialled: string[] = [];
  return {
    resolved,
    dialled,
    names: (name, ...given) => void answers.set(name, given),
    puts: (address, port, server) => void servers.set(`${address}:${port}`, server.port),
    async resolve(name) {
      resolved.push(name);
      const left = answers.get(name);
      const answer = left !== undefined && left.length > 1 ? left.shift() : left?.[0];
      if (answer === undefined) throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
      return answer;
    },
    dial({ addresses, port }, signal) {
      const endpoints = addresses.map((address) => `${address}:${port}`);
      dialled.push(...endpoints);
      const found = endpoints.map((endpoint) => servers.get(endpoint)).find((known) => known !== undefined);
      // Nothing listens on port 1 of the loopback address.
      return connect({ host: '127.0.0.1', port: found ?? 1, signal });
    },
  };
}

export interface TestFetcher extends PageFetcher {
  readonly clock: FakeClock;
}

type TestOptions = Partial<Omit<PageFetcherOptions, 'read'> & Network>;

export function createTestFetcher({ allowHosts = [], ...options }: TestOptions = {}): TestFetcher {
  const clock = createFakeClock();
  const read = createPageReader(allowHosts, options);
  return { ...createPageFetcher({ allowHosts, clock, ...options, read }), clock };
}

/** Creates a fetcher that may read the server, and a function that reads one of its pages. */
export function fetcherFor(server: WebServer, options: TestOptions = {}) {
  const fetcher = createTestFetcher({ allowHosts: [server.authority], ...options });
  return { fetcher, clock: fetcher.clock, read: (path = '/') => fetcher.fetch(`http://${server.authority}${path}`) };
}

/** Returns the result of a call, or its refusal as clients see it: `400 url` or `404`. */
export async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof RoomtoneError)) throw error;
    if (error.code === 'VALIDATION_ERROR') return `400 ${String(error.details['field'])}`;
    return error.code === 'RESOURCE_NOT_FOUND' ? '404' : error.code;
  }
}

/** A promise that the test settles. */
export function deferred<T>() {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: settle };
}
