import { randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { Pins } from './certificate-verdict.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';

const Known = Type.Object(
  {
    /** What the app's own server is known by. */
    own: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
    /** The keys of other servers by their addresses: `https://host:port`. */
    keys: Type.Record(Type.String(), Type.String()),
  },
  { additionalProperties: false },
);

/**
 * Who servers are. One with TLS is its key, wherever it is found: another server at its address is another server. The
 * app's own server needs no address: the app itself starts it.
 */
export class ServerPins implements Pins {
  readonly #path: string;
  #known: Static<typeof Known>;

  constructor(path: string) {
    this.#path = path;
    const file = readJsonFile(path, Known);
    this.#known = file.kind === 'good' ? file.value : { own: randomUUID(), keys: {} };
    if (file.kind !== 'good') writeJsonFile(path, this.#known);
  }

  /** The identity of the app's own server. */
  get own(): string {
    return `own:${this.#known.own}`;
  }

  /** The identity of the server at an address; undefined where nothing is known that proves it. */
  identityOf(server: string): string | undefined {
    const key = Object.hasOwn(this.#known.keys, server) ? this.#known.keys[server] : undefined;
    return key === undefined ? undefined : `key:${key}`;
  }

  ofHost(host: string): string[] {
    return Object.entries(this.#known.keys).flatMap(([server, key]) =>
      new URL(server).hostname === host ? [key] : [],
    );
  }

  /** From now on the server at this address is the one with this key, and no other. */
  trust(server: string, fingerprint: string): void {
    this.#known = { ...this.#known, keys: { ...this.#known.keys, [new URL(server).origin]: fingerprint } };
    writeJsonFile(this.#path, this.#known);
  }
}
