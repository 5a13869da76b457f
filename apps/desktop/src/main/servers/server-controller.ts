import { limits, readInvitation } from '@roomtone/protocol';
import { firstToAnswer } from '@roomtone/sdk/node';
import type { ServerAnswer } from '../../shared/servers.ts';
import { idOf, type KnownServers, type Server } from './known-servers.ts';
import type { KeyAnswer } from './server-key.ts';

export interface ServerControllerParts {
  readonly known: KnownServers;
  readonly keyOf: (address: URL, signal?: AbortSignal) => Promise<KeyAnswer>;
  /** The key's fingerprint of the app's own server; undefined while it is not open to the network. */
  readonly ownFingerprint: () => string | undefined;
  /** The loopback address of the app's own server. */
  readonly ownUrl: () => string | undefined;
  /**
   * Shows the window of the app's own server.
   * @param path the route to open; undefined leaves it where it is.
   */
  readonly showOwn: (path: string | undefined) => void;
  readonly show: (server: Server, path: string | undefined) => void;
  readonly platform: NodeJS.Platform;
  /** The name that a server announces on the network for this address, if it does. */
  readonly nameAt: (address: string) => string | undefined;
}

/** How many further addresses of a server are remembered: as many as an invitation has. */
const maxOthers = limits.invitation.servers;
const none: KeyAnswer = { kind: 'none' };

/** A server that waits for the user's confirmation. */
interface Pending extends Server {
  readonly path: string | undefined;
}

/**
 * Decides how to go to a server. The key of its certificate identifies it: if the key is known from an invitation or a
 * previous visit, a server with another key gets no connection; if nothing is known, the user is asked once. No request is
 * sent before that.
 */
export class ServerController {
  readonly #parts: ServerControllerParts;
  #pending: Pending | undefined;

  constructor(parts: ServerControllerParts) {
    this.#parts = parts;
  }

  /** @param text an invitation, or an address as the user typed it. */
  async goTo(text: string): Promise<ServerAnswer> {
    const destination = destinationOf(text);
    return destination === undefined ? { kind: 'not-an-address' } : this.#goTo(destination);
  }

  /**
   * Goes to a server that was visited before.
   * @param id as in the list.
   */
  async goBackTo(id: string): Promise<ServerAnswer> {
    const server = this.#parts.known.byId(id);
    if (server === undefined) return { kind: 'not-an-address' };
    const { address, others = [], fingerprint, name } = server;
    if (fingerprint === null) return this.#open(server, undefined);
    const addresses = [address, ...others];
    const destination = { addresses, path: undefined, fingerprint: undefined, name, isGuessed: false };
    return this.#goTo(destination, fingerprint);
  }

  /**
   * Confirms the server that the user was asked about last.
   * @throws {Error} if it is not that one.
   */
  trust(address: string, fingerprint: string | null): ServerAnswer {
    const pending = this.#pending;
    if (pending === undefined || pending.address !== address || pending.fingerprint !== fingerprint) {
      throw new Error('the user was not asked about this server');
    }
    this.#pending = undefined;
    return this.#open(pending, pending.path);
  }

  async #goTo(destination: Destination, before?: string): Promise<ServerAnswer> {
    const { ownUrl, ownFingerprint, showOwn, known } = this.#parts;
    const { addresses, path, fingerprint: invited } = destination;
    if (addresses.some((each) => each === ownUrl()) || (invited !== undefined && invited === ownFingerprint())) {
      showOwn(path);
      return { kind: 'open' };
    }
    const { address, keyAnswer } = await this.#probe(addresses, invited ?? before);
    if (keyAnswer.kind === 'none' || keyAnswer.kind === 'unreachable') {
      // macOS reports a missing permission like a machine that is switched off.
      const mayBeDenied = keyAnswer.kind === 'unreachable' && this.#parts.platform === 'darwin';
      return { kind: mayBeDenied ? 'no-permission' : 'no-answer', address };
    }
    const fingerprint = keyAnswer.kind === 'plain' ? null : keyAnswer.fingerprint;
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
    this.#pending = { ...server, path };
    return { kind: 'first', address, fingerprint };
  }

  /** Finds the first address with the expected key (see firstToAnswer), or else the first that answers at all. */
  async #probe(addresses: readonly string[], wanted: string | undefined) {
    const found = new Map<string, KeyAnswer>();
    const probe = async (address: string, signal?: AbortSignal) => {
      const keyAnswer = await this.#keyOf(new URL(address), signal);
      found.set(address, keyAnswer);
      const isWanted = keyAnswer.kind === 'key' && keyAnswer.fingerprint === wanted;
      if (!isWanted) throw new Error('nobody answers, or another server');
    };
    const match = await firstToAnswer(addresses, probe).catch(() => undefined);
    if (match !== undefined) return { address: match, keyAnswer: found.get(match) ?? none };
    const answerAt = (...kinds: readonly KeyAnswer['kind'][]) =>
      addresses.find((address) => kinds.includes((found.get(address) ?? none).kind));
    const address = answerAt('key', 'plain') ?? answerAt('unreachable') ?? addresses[0] ?? '';
    return { address, keyAnswer: found.get(address) ?? none };
  }

  async #keyOf(url: URL, signal: AbortSignal | undefined): Promise<KeyAnswer> {
    return url.protocol === 'http:' ? { kind: 'plain' } : this.#parts.keyOf(url, signal);
  }

  /** Anyone on the network can read plain http, except on this computer itself. */
  #goToPlain(address: string, destination: Destination): ServerAnswer {
    const { protocol, host, hostname } = new URL(address);
    // An explicit https is not downgraded.
    if (protocol === 'https:' && !destination.isGuessed) return { kind: 'no-answer', address };
    const server = this.#named(`http://${host}`, null, { ...destination, addresses: [] });
    if (isLoopbackHost(hostname) || this.#parts.known.byId(idOf(server)) !== undefined) {
      return this.#open(server, destination.path);
    }
    this.#pending = { ...server, path: destination.path };
    return { kind: 'plain', address: server.address };
  }

  /** Other addresses are kept of a server that proves its key at each of them. */
  #named(address: string, fingerprint: string | null, { name, addresses }: Destination): Server {
    const { known, nameAt } = this.#parts;
    const before = known.byId(idOf({ address, fingerprint }));
    const all =
      fingerprint === null ? [] : [...addresses, ...(before?.others ?? []), ...(before ? [before.address] : [])];
    const others = [...new Set(all)].filter((each) => each !== address && each.startsWith('https:'));
    return {
      address,
      fingerprint,
      name: nameAt(address) ?? name ?? before?.name ?? new URL(address).hostname,
      ...(others.length === 0 ? {} : { others: others.slice(0, maxOthers) }),
    };
  }

  #open({ address, others, fingerprint, name }: Server, path: string | undefined): ServerAnswer {
    const server = { address, fingerprint, name, ...(others === undefined ? {} : { others }) };
    this.#parts.known.remember(server);
    this.#parts.show(server, path);
    return { kind: 'open' };
  }
}

/** A server and perhaps a room that the user wants to go to. */
interface Destination {
  /** Origins of the one server, best first. */
  readonly addresses: readonly string[];
  /** Fingerprint of the key that the server must have; undefined if not known. */
  readonly fingerprint: string | undefined;
  /** The route to open, with the token of the invitation after a `#` if it has one. */
  readonly path: string | undefined;
  readonly name: string | undefined;
  /** True if the user did not say http or https. */
  readonly isGuessed: boolean;
}

/** The port on which servers listen by default. */
const defaultPort = 7420;

/** Parses an invitation, or an address as people type it; undefined if it is neither. */
function destinationOf(text: string): Destination | undefined {
  const typed = text.trim();
  const isGuessed = !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) && !/^roomtone:/i.test(typed);
  try {
    const { servers, fingerprint, roomId, name, token } = readInvitation(isGuessed ? withDefaults(typed) : typed);
    const route = roomId === undefined ? undefined : `/rooms/${roomId}`;
    const path = token === undefined ? route : `${route ?? '/'}#token=${token}`;
    return { addresses: servers, fingerprint, path, name, isGuessed };
  } catch {
    return undefined;
  }
}

/** True if the name stands for this computer only. */
function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

function withDefaults(typed: string): string {
  const [, host = '', port = `:${defaultPort}`, rest = ''] = /^([^/:]+|\[[^\]]*\])(:\d+)?(.*)$/.exec(typed) ?? [];
  return `https://${host}${port}${rest}`;
}
