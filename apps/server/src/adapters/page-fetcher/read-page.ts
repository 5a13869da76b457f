import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import sniffEncoding from 'html-encoding-sniffer';
import type { Page } from '../../ports/page-fetcher.ts';
import type { Network } from './connect.ts';
import { dialTcp } from './connect.ts';
import { pageUnreadable } from './failures.ts';
import type { HtmlType } from './html-type.ts';
import { metadataOf } from './metadata.ts';
import { pageOf } from './page.ts';
import { isOnOwnNetwork } from './public-address.ts';
import { readDocument } from './request.ts';
import { createSystemResolver } from './resolve.ts';
import { parseAllowList, type Target } from './target.ts';

/**
 * Reads one page, until the signal aborts.
 * @throws {RoomtoneError} like `PageFetcher.fetch`.
 */
export type ReadPage = (target: Target, signal: AbortSignal) => Promise<Page>;

/** Reads pages in this thread. @param allowHosts private `host:port` entries that may be read all the same. */
export function createPageReader(allowHosts: readonly string[], network: Partial<Network> = {}): ReadPage {
  const allowed = parseAllowList(allowHosts);
  const whole: Network = {
    resolve: createSystemResolver(),
    dial: dialTcp,
    isOwn: (address) => isOnOwnNetwork(address),
    ...network,
  };
  return async (target, signal) => {
    const { url, type, bytes } = await readDocument(target, allowed, whole, signal);
    return pageOf(await metadataOf(textOf(bytes, type, signal)), url);
  };
}

/** Browsers look for a declaration in at least the first 1,024 bytes; many pages have it slightly later. */
const prescanBytes = 16 * 1024;
const sliceBytes = 4 * 1024;

/**
 * Decodes the document in small slices, with a turn of the event loop between them, because notes pass through this thread
 * too. Finds the encoding as the HTML standard says (byte-order mark, header, declaration). Without any of these it is UTF-8
 * if the bytes are valid UTF-8, otherwise windows-1252.
 */
async function* textOf(bytes: Uint8Array, type: HtmlType, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = createDecoder(bytes, type);
  for (let start = 0; start < bytes.byteLength; start += sliceBytes) {
    yield decoder.decode(bytes.subarray(start, start + sliceBytes), { stream: true });
    await setImmediate();
    if (signal.aborted) throw pageUnreadable(signal.reason);
  }
  yield decoder.decode();
}

function createDecoder(bytes: Uint8Array, { xml, charset }: HtmlType) {
  const options = {
    transportLayerEncodingLabel: charset,
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : 'windows-1252',
    // The sniffer's types are older than these two.
    ...(xml ? { xml } : { maxPrescanBytes: prescanBytes }),
  };
  const encoding = sniffEncoding(bytes, options);
  try {
    return new TextDecoder(encoding);
  } catch (cause) {
    // The standard names some encodings that must not be decoded, because pages abused them.
    throw pageUnreadable(cause);
  }
}
