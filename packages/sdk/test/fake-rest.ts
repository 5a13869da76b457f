import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers REST requests on a free port as the test decides; `asked` lists the requests. */
export async function startFakeRest(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const what = { method, url, authorization: headers.authorization, body: await bodyOf(request) };
    asked.push(what);
    const { status, body } = await answer(what);
    response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { baseUrl: `http://127.0.0.1:${port}`, asked, close };
}

export function success(data: unknown, status = 200): Answer {
  return { status, body: { success: true, data } };
}

export function refusal(status: number, code: string, details: object = {}): Answer {
  return { status, body: { success: false, error: { code, message: `It is ${code}.`, details } } };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
}
