import { randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { Fingerprint, type KnownServer } from '../../shared/servers.ts';
import { JsonWriter, readJsonFile } from '../settings/json-file.ts';

/** The id of the app's own server, whose address may change with every run. */
export const ownServer = 'own';

const Server = Type.Object(
  {
    /** Of its certificate's key; null over plain http, where only the address identifies it. */
    fingerprint: Type.Union([Type.Null(), Fingerprint]),
    name: Type.String(),
    /** Its last address, as an origin. */
    address: Type.String(),
    /** Further ones that invitations named: it may answer there when it does not at the last one. */
    others: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);

/** A server that the user has chosen to go to. */
export type Server = Static<typeof Server>;

const Known = Type.Object(
  {
    /** The identity of the app's own server. */
    own: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
    /** Latest first. */
    servers: Type.Array(Server),
  },
  { additionalProperties: false },
);

/** The number of servers remembered. */
const maxRemembered = 50;

/** The identity of a server: its key, wherever it is; without a key, its address. */
export function idOf({ fingerprint, address }: Pick<Server, 'fingerprint' | 'address'>): string {
  return fingerprint === null ? `plain:${address}` : `key:${fingerprint}`;
}

/**
 * The servers that the user has visited, in a file. A server with TLS is identified by its key, so another key at the same
 * address is another server. The app's own server needs no address: the app starts it.
 */
export class KnownServers {
  readonly #writer: JsonWriter;
  #known: Static<typeof Known>;

  /** @param report called if the file cannot be written. */
  constructor(path: string, report: (problem: string, error: unknown) => void) {
    this.#writer = new JsonWriter(path, report);
    const file = readJsonFile(path, Known);
    this.#known = file.kind === 'good' ? file.value : { own: randomUUID(), servers: [] };
    if (file.kind !== 'good') this.#write();
  }

  /**
   * The identity under which sign-ins are stored; undefined for a server that cannot prove it.
   * @param id as idOf() returns it, or `own`.
   */
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

  /**
   * The server last seen at an address.
   * @param address an origin.
   */
  at(address: string): Server | undefined {
    return this.#known.servers.find((server) => server.address === address);
  }

  /** Stores a visit: the server becomes the latest, at its current address. */
  remember(server: Server): void {
    const all = this.#known.servers.filter((each) => idOf(each) !== idOf(server));
    this.#known = { ...this.#known, servers: [server, ...all].slice(0, maxRemembered) };
    this.#write();
  }

  forget(id: string): void {
    this.#known = { ...this.#known, servers: this.#known.servers.filter((server) => idOf(server) !== id) };
    this.#write();
  }

  #write(): void {
    this.#writer.write(this.#known);
  }
}
