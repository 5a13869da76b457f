import fc from 'fast-check';
import { readReference } from '../general/openapi.ts';
import { type WildRequest, wildRequests } from '../general/wild-requests.ts';
import { mutations } from '../realtime/mutations.ts';
import { registerFor } from './accounts.ts';
import type { Finding } from './line.ts';
import { addressOf } from './machine.ts';
import { inParallel } from './many.ts';
import { sendBytes } from './raw-request.ts';

export interface RequestTask {
  readonly url: string;
  readonly port: number;
  /** Must be unique for a server, because accounts are named after it. */
  readonly seed: number;
  readonly count: number;
}

/** The number of requests to mutate at most, and of mutations before new ones are made, because tokens expire. */
const largestCorpus = 2_000;
const perCorpus = 20_000;
/** Requests that end their sender's session come from a separate account, so that the others stay signed in. */
const endsSession = /logout|sessions|auth\/password|DELETE \/api\/users\/profile/;
const atOnce = 64;
/** A request without an answer after this time was incomplete. */
const patienceMs = 250;
const statuses = new Set([200, 201, 204, 304, 308, 400, 401, 403, 404, 429]);
const crlf = '\r\n';
/** A request that makes the server close the connection if the one before it was complete. */
const farewell = Buffer.from(`GET /health HTTP/1.1${crlf}Host: localhost${crlf}Connection: close${crlf}${crlf}`);

/** Sends requests with one or two mutations of their bytes, each on a new connection. */
export async function sendMutatedRequests(task: RequestTask): Promise<Finding> {
  const { port, seed, count } = task;
  const seen = new Map<number, number>();
  const wrong: string[] = [];
  for (let begun = 0; begun < count; begun += perCorpus) {
    const corpus = await requestsToMutate(task, begun);
    await inParallel(
      atOnce,
      mutations(seed + begun, corpus, Math.min(perCorpus, count - begun)),
      async (bytes, index) => {
        const reply = await sendBytes(
          { port, from: addressOf(index % 5_000) },
          Buffer.concat([bytes, farewell]),
          patienceMs,
        );
        for (const status of new Set(reply.statuses)) seen.set(status, (seen.get(status) ?? 0) + 1);
        if (reply.statuses.length === 0) seen.set(0, (seen.get(0) ?? 0) + 1);
        const odd = reply.statuses.find((status) => !statuses.has(status));
        if (odd !== undefined)
          wrong.push(`${odd} for ${JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 300))}`);
      },
    );
  }
  const answers = Array.from(seen)
    .sort(([a], [b]) => a - b)
    .map(([status, often]) => `${often} × ${status === 0 ? 'unfinished' : status}`);
  return {
    goal: `${count} mutated requests get no other status than there are`,
    measured: [...answers, ...wrong.slice(0, 2)].join(', '),
    held: wrong.length === 0 && [200, 400, 401, 404].every((status) => seen.has(status)),
  };
}

/** Requests as bytes, some with chunked bodies. The operation that fetches other URLs is excluded. */
async function requestsToMutate({ url, port, seed, count }: RequestTask, begun: number): Promise<Buffer[]> {
  const { tokens } = await registerFor({ port }, { name: `r${seed}-${begun / perCorpus}`, count: 3 });
  const [one, two, ending] = tokens;
  const call = async (_method: string, path: string) => ({ body: await (await fetch(url + path)).json() });
  // readReference() requests nothing but the document.
  const reference = await readReference({ call } as unknown as Parameters<typeof readReference>[0]);
  const operations = new Map([...reference.operations].filter(([name]) => !name.includes('scrape-url')));
  const names = [`r${seed}-0-0`, `r${seed}-0-1`, 'p@example.org'];
  const sample = { seed: seed + begun, numRuns: Math.min(largestCorpus, count) };
  return fc.sample(wildRequests({ ...reference, operations }, names), sample).map((request, index) => {
    const isLast = endsSession.test(request.name ?? '');
    return asBytes(request, isLast ? ending : index % 2 === 0 ? one : two, index % 3 === 0);
  });
}

function asBytes({ method, url, sender, headers, body }: WildRequest, token: string | undefined, isChunked: boolean) {
  const authorization =
    sender === 'nobody' ? [] : [`Authorization: Bearer ${sender === 'forger' ? 'eyJ.e30.' : token}`];
  const named = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  const content = Buffer.from(body?.toWellFormed() ?? '');
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${content.length}`;
  const framing = body === undefined || method === 'GET' || method === 'HEAD' ? [] : [length];
  const head = [`${method} ${url} HTTP/1.1`, ...named, ...authorization, ...framing].join(crlf);
  const sent = framing.length === 0 ? Buffer.alloc(0) : isChunked ? inChunks(content) : content;
  return Buffer.concat([Buffer.from(`${head}${crlf}${crlf}`, 'latin1'), sent]);
}

function inChunks(content: Buffer): Buffer {
  const half = content.length >> 1;
  const parts = [content.subarray(0, half), content.subarray(half)].filter(({ length }) => length > 0);
  const chunks = parts.flatMap((part) => [Buffer.from(part.length.toString(16) + crlf), part, Buffer.from(crlf)]);
  return Buffer.concat([...chunks, Buffer.from(`0${crlf}${crlf}`)]);
}
