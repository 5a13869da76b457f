import { randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Fingerprint, type KnownServer } from '../../shared/servers.ts';
import { readJsonFile, writeJsonFile } from '../settings/json-file.ts';

/** The app's own server, whose address may be another one with every run. */
export const ownServer = 'own';

const Server = Type.Object(
  {
    /** Of its certificate's key; null for one by plain http, which is known by its address alone. */
    fingerprint: Type.Union([Type.Null(), Fingerprint]),
    name: Type.String(),
    /** Where it was last: `https://host:port`. */
    address: Type.String(),
  },
  { additionalProperties: false },
);

/** A server somebody has decided to go to. */
export type Server = Static<typeof Server>;

const Known = Type.Object(
  {
    /** What the app's own server is known by. */
    own: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
    /** The latest first. */
    servers: Type.Array(Server),
  },
  { additionalProperties: false },
);

/** So many are remembered. */
const most = 50;

/** What a server is known by: its key, wherever it is found; without one, its address. */
export function idOf({ fingerprint, address }: Pick<Server, 'fingerprint' | 'address'>): string {
  return fingerprint === null ? `plain:${address}` : `key:${fingerprint}`;
}

/**
 * The servers that were gone to, in a file. One with TLS is its key: another server at its address is another server. The
 * app's own server needs no address: the app itself starts it.
 */
export class KnownServers {
  readonly #path: string;
  #known: Static<typeof Known>;

  constructor(path: string) {
    this.#path = path;
    const file = readJsonFile(path, Known);
    this.#known = file.kind === 'good' ? file.value : { own: randomUUID(), servers: [] };
    if (file.kind !== 'good') this.#write();
  }

  /** What sign-ins are kept under; undefined for a server that nothing proves. @param id as idOf() gives it, or `own`. */
  identityOf(id: string): string | undefined {
    if (id === ownServer) return `own:${this.#known.own}`;
    return id.startsWith('key:') ? id : undefined;
  }

  list(): KnownServer[] {
    return this.#known.servers.map((server) => ({
      id: idOf(server),
      name: server.name,
      address: server.address,
      isProtected: server.fingerprint !== null,
    }));
  }

  byId(id: string): Server | undefined {
    return this.#known.servers.find((server) => idOf(server) === id);
  }

  /** Whoever was there last. @param address an origin. */
  at(address: string): Server | undefined {
    return this.#known.servers.find((server) => server.address === address);
  }

  /** It was gone to just now: it is the latest, and this is where it is. */
  remember(server: Server): void {
    const others = this.#known.servers.filter((each) => idOf(each) !== idOf(server));
    this.#known = { ...this.#known, servers: [server, ...others].slice(0, most) };
    this.#write();
  }

  forget(id: string): void {
    this.#known = { ...this.#known, servers: this.#known.servers.filter((server) => idOf(server) !== id) };
    this.#write();
  }

  #write(): void {
    writeJsonFile(this.#path, this.#known);
  }
}
