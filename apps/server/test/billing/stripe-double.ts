import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { StripeBooks } from './stripe-books.ts';

/** One request as it reached the double. */
export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly authorization: string | undefined;
  /** Form or query fields by the names that Stripe gives them: `line_items[0][price]`. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface StripeDouble {
  /** For ROOMTONE_STRIPE_API_BASE. */
  readonly apiBase: string;
  readonly books: StripeBooks;
  readonly requests: readonly StripeRequest[];
  /** The next request is done, but a gateway in between answers in its place. */
  loseNextAnswer(): void;
}

/** Stripe's API as far as Roomtone uses it: a real HTTP server that ends with the test. */
export async function startStripeDouble(nowMs: () => number): Promise<StripeDouble> {
  const books = new StripeBooks(nowMs);
  const requests: StripeRequest[] = [];
  const answered = new Map<string, string>();
  let losesNext = false;

  const server = createServer(async (message, response) => {
    const request = await read(message);
    requests.push(request);
    const { idempotencyKey } = request;
    // As Stripe does: what has been done under a key is not done again, its answer comes again.
    const before = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey);
    const [status, text] = before === undefined ? answer(books, request) : [200, before];
    if (idempotencyKey !== undefined && status === 200) answered.set(idempotencyKey, text);
    if (losesNext) {
      losesNext = false;
      send(response, 503, JSON.stringify({ error: { type: 'api_error' } }));
      return;
    }
    send(response, status, text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    apiBase: `http://127.0.0.1:${port}`,
    books,
    requests,
    loseNextAnswer() {
      losesNext = true;
    },
  };
}

async function read(message: IncomingMessage): Promise<StripeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const url = new URL(message.url ?? '/', 'http://stripe');
  const text = message.method === 'GET' ? url.search : Buffer.concat(chunks).toString('utf8');
  return {
    method: message.method ?? '',
    path: url.pathname,
    idempotencyKey: message.headers['idempotency-key']?.toString(),
    authorization: message.headers.authorization,
    fields: Object.fromEntries(new URLSearchParams(text)),
  };
}

function answer(books: StripeBooks, { method, path, fields }: StripeRequest): [number, string] {
  const [, , resource = '', ...rest] = path.split('/');
  const result = books.answer(`${method} ${resource}`, rest, fields);
  return result === undefined
    ? [404, refusal('resource_missing', 'id')]
    : 'missing' in result
      ? [400, refusal('resource_missing', String(result['missing']))]
      : [200, JSON.stringify(result)];
}

function refusal(code: string, param: string): string {
  return JSON.stringify({ error: { type: 'invalid_request_error', code, param, message: `No such ${param}` } });
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_double' });
  response.end(text);
}
