import { networkInterfaces } from 'node:os';
import type { Answer, Question } from 'dns-packet';
import mdns from 'multicast-dns';
import { type Interfaces, isInNetwork, type Network, networksOf, watchInterfaces } from './network.ts';

/** Multicast DNS on one of the machine's networks. */
export interface MulticastSocket {
  readonly network: Network;
  query(question: Question): void;
  /**
   * Resolves when the answers were sent, or could not be.
   * @param to the one program that asked; everybody by default.
   */
  respond(answers: Answer[], to?: Querier): Promise<void>;
}

/**
 * A program that asks from a port of its own, and so hears only what is sent to that port (RFC 6762, 6.7). It gets the
 * id and the questions of its query back.
 */
export interface Querier {
  readonly address: string;
  readonly port: number;
  readonly id: number;
  readonly questions: readonly Question[];
}

export interface MulticastHandlers {
  readonly opened: (socket: MulticastSocket) => void;
  /** The network is gone or the machine's addresses there have changed; in that case a new socket is opened. */
  readonly closed?: (socket: MulticastSocket) => void;
  /** A query came, with the answers that are known already. */
  readonly query?: (socket: MulticastSocket, query: Query) => void;
  readonly response?: (socket: MulticastSocket, records: readonly Answer[]) => void;
  /** Called with the reason why a network cannot be used, once per network. */
  readonly problem: (error: Error) => void;
}

interface Query {
  readonly questions: readonly Question[];
  readonly known: readonly Answer[];
  /** Set if only the querier itself can be answered. */
  readonly querier: Querier | undefined;
}

export interface MulticastSockets {
  readonly sockets: readonly MulticastSocket[];
  close(): Promise<void>;
}

interface OpenSocket {
  readonly socket: MulticastSocket;
  readonly dns: mdns.MulticastDNS;
}

const mdnsPort = 5353;

/**
 * Takes part in multicast DNS on all of the machine's networks, with one socket each, so that answers on a network
 * contain its own addresses; follows changes. Packets from outside a network are ignored (RFC 6762, 11).
 * @param role responder: hears everything on port 5353. querier: leaves that port alone, and hears only answers to its
 *   own queries.
 * @param read the machine's interfaces; for tests.
 */
export function openMulticast(
  role: 'responder' | 'querier',
  handlers: MulticastHandlers,
  read: () => Interfaces = networkInterfaces,
): MulticastSockets {
  const open = new Map<string, OpenSocket>();
  const follow = (interfaces: Interfaces) => {
    const networks = new Map(networksOf(interfaces).map((network) => [JSON.stringify(network), network]));
    for (const [key, { socket, dns }] of open) {
      if (networks.has(key)) continue;
      open.delete(key);
      dns.destroy();
      handlers.closed?.(socket);
    }
    for (const [key, network] of networks) if (!open.has(key)) open.set(key, openSocket(role, network, handlers));
  };
  follow(read());
  const unwatch = watchInterfaces(follow, read);
  return {
    get sockets() {
      return Array.from(open.values(), ({ socket }) => socket);
    },
    async close() {
      unwatch();
      const closing = Array.from(open.values(), ({ dns }) => dns);
      open.clear();
      await Promise.all(closing.map((dns) => new Promise<void>((resolve) => dns.destroy(resolve))));
    },
  };
}

function openSocket(role: 'responder' | 'querier', network: Network, handlers: MulticastHandlers): OpenSocket {
  const [first] = network.addresses;
  // Multicast arrives only at a socket that is bound to all addresses; `interface` selects the network to join and to
  // send on. A querier's socket gets a free port with its first query.
  const bind = role === 'responder' ? { bind: '0.0.0.0' } : { bind: false as const, reuseAddr: false };
  const dns = mdns({ interface: first?.address ?? '', ...bind });
  const socket: MulticastSocket = {
    network,
    query: (question) => dns.query([question]),
    respond: (answers, to) =>
      new Promise((resolve) => {
        if (to === undefined) dns.respond({ answers }, () => resolve());
        else dns.respond({ id: to.id, questions: [...to.questions], answers }, to, () => resolve());
      }),
  };
  let hasReported = false;
  const report = (error: Error) => {
    if (hasReported) return;
    hasReported = true;
    handlers.problem(new Error(`Multicast DNS does not work on ${network.name}: ${error.message}`, { cause: error }));
  };
  dns.on('error', report);
  // A packet that cannot be parsed also causes a warning, which can be ignored here.
  dns.on('warning', (error) => {
    if ('syscall' in error) report(error);
  });
  dns.on('query', ({ id = 0, questions = [], answers: known = [] }, { address, port }) => {
    if (!isInNetwork(network, address)) return;
    const querier = port === mdnsPort ? undefined : { address, port, id, questions };
    handlers.query?.(socket, { questions, known, querier });
  });
  dns.on('response', ({ answers = [], additionals = [] }, { address, port }) => {
    if (port === mdnsPort && isInNetwork(network, address)) handlers.response?.(socket, [...answers, ...additionals]);
  });
  dns.on('ready', () => handlers.opened(socket));
  return { socket, dns };
}
