import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { FakeStripeState } from './fake-stripe-state.ts';

/** One request as it reached the fake. */
interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string | undefined;
  readonly authorization: string | undefined;
  /** Form or query fields by Stripe's names, such as `line_items[0][price]`. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface FakeStripe {
  /** For ROOMTONE_STRIPE_API_BASE. */
  readonly apiBase: string;
  readonly state: FakeStripeState;
  readonly requests: readonly StripeRequest[];
  /** Carries out the next request, but a gateway answers with an error. */
  loseNextAnswer(): void;
}

/** Starts an HTTP server with the part of Stripe's API that Roomtone uses; it ends with the test. */
export async function startFakeStripe(nowMs: () => number): Promise<FakeStripe> {
  const state = new FakeStripeState(nowMs);
  const requests: StripeRequest[] = [];
  const answered = new Map<string, string>();
  let losesNext = false;

  const server = createServer(async (message, response) => {
    const request = await read(message);
    requests.push(request);
    const { idempotencyKey } = request;
    // Like Stripe: a request with a known key is not repeated, and gets the same answer again.
    const before = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey);
    const [status, text] = before === undefined ? answer(state, request) : [200, before];
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
    state,
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

function answer(state: FakeStripeState, { method, path, fields }: StripeRequest): [number, string] {
  const [, , resource = '', ...rest] = path.split('/');
  const result = state.answer(`${method} ${resource}`, rest, fields);
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
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' });
  response.end(text);
}
