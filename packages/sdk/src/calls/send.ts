import type { CallOptions } from '../call-options.ts';
import type { RestRequest } from '../rest.ts';

/** Sends a request as the signed-in user or as a guest; resolves with the answer's data. */
export type Send = <Data>(request: RestRequest, options?: CallOptions) => Promise<Data>;

/** Encodes any text as one segment of a path. */
export function inPath(text: string): string {
  return encodeURIComponent(text);
}
