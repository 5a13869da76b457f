import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import sniffEncoding from 'html-encoding-sniffer';
import { pageUnreadable } from './failures.ts';
import type { HtmlType } from './html-type.ts';

/** Browsers look for a declaration in the first 1,024 bytes at least; many pages have it a little later. */
const prescanBytes = 16 * 1024;
const sliceBytes = 4 * 1024;

/**
 * The document's text, a little at a time with a turn of the event loop in between: notes pass through this thread too.
 * The encoding is found as the HTML standard says (byte-order mark, header, declaration); without any it is UTF-8 if the
 * bytes are, else windows-1252.
 */
export async function* textOf(bytes: Uint8Array, type: HtmlType, signal: AbortSignal): AsyncGenerator<string> {
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
    // Encodings that the standard knows but lets nobody decode, as pages abused them.
    throw pageUnreadable(cause);
  }
}
