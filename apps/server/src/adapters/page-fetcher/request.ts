import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { clientTo, type Network } from './connect.ts';
import { addressNotPublic, orUnreadable, pageUnreadable } from './failures.ts';
import { type HtmlType, htmlType } from './html-type.ts';
import { parseTarget, type Target } from './target.ts';

export interface Document {
  readonly url: URL;
  readonly type: HtmlType;
  readonly bytes: Uint8Array;
}

const maxRedirects = 3;

const headers = {
  'user-agent': 'Roomtone (link preview)',
  accept: 'text/html,application/xhtml+xml;q=0.9',
  'accept-encoding': 'gzip, deflate, br',
};

/** Reads the HTML document at an address. Follows redirects, and checks each like the first address. */
export async function readDocument(
  first: Target,
  allowHosts: ReadonlySet<string>,
  network: Network,
  signal: AbortSignal,
): Promise<Document> {
  let target = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await ask(target, network, signal);
    if ('bytes' in answer) return answer;
    target = redirectTarget(answer.location, target.url, allowHosts);
  }
  throw pageUnreadable();
}

/** Makes one request on a connection of its own. */
async function ask(
  target: Target,
  network: Network,
  signal: AbortSignal,
): Promise<Document | { readonly location: string }> {
  const { url } = target;
  const client = await clientTo(target, network, signal);
  try {
    const response = await orUnreadable(
      client.request({ method: 'GET', path: `${url.pathname}${url.search}`, headers, signal, reset: true }),
    );
    // An abandoned body must not emit an unhandled error.
    response.body.on('error', () => {});
    const header = (name: string) => [response.headers[name] ?? ''].flat().join(', ');
    if ([301, 302, 303, 307, 308].includes(response.statusCode)) return { location: header('location') };
    const type = htmlType(header('content-type'));
    if (response.statusCode < 200 || response.statusCode > 299 || type === undefined) throw pageUnreadable();
    return { url, type, bytes: await orUnreadable(readBody(response.body, header('content-encoding'))) };
  } finally {
    // Not awaited: the caller need not wait for a socket to close.
    void client.destroy();
  }
}

/** A redirect without a Location counts as a broken page; one to a forbidden address is refused like that address. */
function redirectTarget(location: string, from: URL, allowHosts: ReadonlySet<string>): Target {
  if (location === '') throw pageUnreadable();
  const url = URL.parse(location, from.href);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw addressNotPublic();
  return parseTarget(/^https?:\/\//i.test(location) ? location : url.href, allowHosts);
}

/** Applies to the bytes on the network and to the unpacked bytes (S20.7). */
const maxBytes = 2 * 1024 * 1024;

// zlib stops when the output exceeds the bound, so a compression bomb is never unpacked.
const bounded = { maxOutputLength: maxBytes };
const unpackers: Readonly<Record<string, (bytes: Buffer) => Promise<Uint8Array>>> = {
  '': async (bytes) => bytes,
  identity: async (bytes) => bytes,
  gzip: (bytes) => promisify(gunzip)(bytes, bounded),
  'x-gzip': (bytes) => promisify(gunzip)(bytes, bounded),
  // The standard means zlib's format, but some servers send a raw stream. The first byte tells them apart (RFC 1950).
  deflate: (bytes) => promisify(((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, bounded),
  br: (bytes) => promisify(brotliDecompress)(bytes, bounded),
};

/** Reads and unpacks a whole body. Rejects if it is too large, broken, or in an encoding that was not requested. */
async function readBody(body: AsyncIterable<Buffer>, contentEncoding: string): Promise<Uint8Array> {
  const unpack = unpackers[contentEncoding.trim().toLowerCase()];
  if (unpack === undefined) throw pageUnreadable();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw pageUnreadable();
    chunks.push(chunk);
  }
  return size === 0 ? new Uint8Array() : unpack(Buffer.concat(chunks));
}
