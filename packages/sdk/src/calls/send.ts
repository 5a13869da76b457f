import type { RestRequest } from '../rest.ts';

/** Sends a request as whoever is signed in, or as a guest; resolves with the answer's data. */
export type Send = <Data>(request: RestRequest) => Promise<Data>;

/** A text as one segment of a path, whatever is in it. */
export function inPath(text: string): string {
  return encodeURIComponent(text);
}
