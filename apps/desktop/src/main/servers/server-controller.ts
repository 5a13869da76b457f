import type { ServerAnswer } from '../../shared/servers.ts';
import { type Destination, destinationOf, isLoopbackHost } from './destination.ts';
import { idOf, type KnownServers, type Server } from './known-servers.ts';
import type { KeyAnswer } from './server-key.ts';

export interface ServerControllerParts {
  readonly known: KnownServers;
  readonly keyOf: (address: URL) => Promise<KeyAnswer>;
  /** What the app's own server is known by from outside; undefined while it is there for this computer alone. */
  readonly ownFingerprint: () => string | undefined;
  /** Where the app's own server is for this computer. */
  readonly ownUrl: () => string | undefined;
  /** Shows the window of the app's own server. @param path the place in it; undefined leaves it where it is. */
  readonly showOwn: (path: string | undefined) => void;
  /** Shows another server's window. */
  readonly show: (server: Server, path: string | undefined) => void;
  /** What a server at this address calls itself on the network, where it does. */
  readonly nameAt: (address: string) => string | undefined;
}

/** A server that waits for somebody's yes. */
interface Asked extends Server {
  readonly path: string | undefined;
}

/**
 * The way to servers. A server is the key of its certificate: where it is known, by an invitation or from before, another
 * one gets no connection; where nothing is known, somebody is asked once. No request is sent before that.
 */
export class ServerController {
  readonly #parts: ServerControllerParts;
  #asked: Asked | undefined;

  constructor(parts: ServerControllerParts) {
    this.#parts = parts;
  }

  /** @param text an invitation, or an address as somebody typed it. */
  async goTo(text: string): Promise<ServerAnswer> {
    const destination = destinationOf(text);
    return destination === undefined ? { kind: 'not-an-address' } : this.#goTo(destination);
  }

  /** Back to a server one has been at. @param id as in the list. */
  async goBackTo(id: string): Promise<ServerAnswer> {
    const server = this.#parts.known.byId(id);
    if (server === undefined) return { kind: 'not-an-address' };
    const { address, fingerprint, name } = server;
    if (fingerprint === null) return this.#open(server, undefined);
    const destination = { addresses: [address], path: undefined, fingerprint: undefined, name, isGuessed: false };
    return this.#goTo(destination, fingerprint);
  }

  /** Yes to the server that was asked about last. @throws {Error} when it is not that one. */
  trust(address: string, fingerprint: string | null): ServerAnswer {
    const asked = this.#asked;
    if (asked === undefined || asked.address !== address || asked.fingerprint !== fingerprint) {
      throw new Error('nobody was asked about this server');
    }
    this.#asked = undefined;
    return this.#open(asked, asked.path);
  }

  async #goTo(destination: Destination, before?: string): Promise<ServerAnswer> {
    const { ownUrl, ownFingerprint, showOwn, known } = this.#parts;
    const { addresses, path, fingerprint: invited } = destination;
    if (addresses.some((each) => each === ownUrl()) || (invited !== undefined && invited === ownFingerprint())) {
      showOwn(path);
      return { kind: 'open' };
    }
    const { address, shown } = await this.#look(addresses, invited);
    if (shown.kind === 'none') return { kind: 'no-answer', address };
    const fingerprint = shown.kind === 'plain' ? null : shown.fingerprint;
    const expected = before ?? known.at(address)?.fingerprint ?? undefined;
    if (invited !== undefined && fingerprint !== invited) {
      return { kind: 'not-as-invited', address, expected: invited, fingerprint };
    }
    if (invited === undefined && expected !== undefined && fingerprint !== expected) {
      return { kind: 'changed', address, expected, fingerprint };
    }
    if (fingerprint === null) return this.#goToPlain(address, destination);
    if (fingerprint === ownFingerprint()) {
      showOwn(path);
      return { kind: 'open' };
    }
    const server = this.#named(address, fingerprint, destination);
    if (invited !== undefined || known.byId(idOf(server)) !== undefined) return this.#open(server, path);
    this.#asked = { ...server, path };
    return { kind: 'first', address, fingerprint };
  }

  /** The first of one server's addresses that has the key that is wanted; else the first where somebody answers. */
  async #look(addresses: readonly string[], wanted: string | undefined) {
    const looks = addresses.map(async (address) => ({ address, shown: await this.#keyOf(new URL(address)) }));
    const matching = looks.map(async (look) => {
      const found = await look;
      if (found.shown.kind !== 'key' || found.shown.fingerprint !== wanted) throw new Error('another one');
      return found;
    });
    const match = await Promise.any(matching).catch(() => undefined);
    if (match !== undefined) return match;
    const found = await Promise.all(looks);
    return (
      found.find(({ shown }) => shown.kind !== 'none') ??
      found[0] ?? { address: '', shown: { kind: 'none' } satisfies KeyAnswer }
    );
  }

  async #keyOf(url: URL): Promise<KeyAnswer> {
    return url.protocol === 'http:' ? { kind: 'plain' } : this.#parts.keyOf(url);
  }

  /** By plain http others can read along, but on this computer itself. */
  #goToPlain(address: string, destination: Destination): ServerAnswer {
    const { protocol, host, hostname } = new URL(address);
    // Whoever wrote https means it.
    if (protocol === 'https:' && !destination.isGuessed) return { kind: 'no-answer', address };
    const server = this.#named(`http://${host}`, null, destination);
    if (isLoopbackHost(hostname) || this.#parts.known.byId(idOf(server)) !== undefined) {
      return this.#open(server, destination.path);
    }
    this.#asked = { ...server, path: destination.path };
    return { kind: 'plain', address: server.address };
  }

  #named(address: string, fingerprint: string | null, { name }: Destination): Server {
    const { known, nameAt } = this.#parts;
    const before = known.byId(idOf({ address, fingerprint }))?.name;
    return { address, fingerprint, name: nameAt(address) ?? name ?? before ?? new URL(address).hostname };
  }

  #open({ address, fingerprint, name }: Server, path: string | undefined): ServerAnswer {
    const server = { address, fingerprint, name };
    this.#parts.known.remember(server);
    this.#parts.show(server, path);
    return { kind: 'open' };
  }
}
