import { networkInterfaces } from 'node:os';
import type { Answer, Question } from 'dns-packet';
import mdns from 'multicast-dns';
import { type Interfaces, isInNetwork, type Network, networksOf, watchInterfaces } from './network.ts';

/** Multicast DNS on one of the machine's networks. */
export interface MulticastSocket {
  readonly network: Network;
  query(question: Question): void;
  /** Resolves when the answers were sent, or could not be. */
  respond(answers: Answer[]): Promise<void>;
}

export interface MulticastHandlers {
  readonly opened: (socket: MulticastSocket) => void;
  /** The network is gone or the machine's addresses there have changed; in that case a new socket is opened. */
  readonly closed?: (socket: MulticastSocket) => void;
  /** Another machine sent a query, with the answers it already knows. */
  readonly query?: (socket: MulticastSocket, questions: readonly Question[], known: readonly Answer[]) => void;
  readonly response?: (socket: MulticastSocket, records: readonly Answer[]) => void;
  /** Called with the reason why a network cannot be used, once per network. */
  readonly problem: (error: Error) => void;
}

export interface MulticastSockets {
  readonly sockets: readonly MulticastSocket[];
  close(): Promise<void>;
}

interface OpenSocket {
  readonly socket: MulticastSocket;
  readonly dns: mdns.MulticastDNS;
}

/**
 * Takes part in multicast DNS on all of the machine's networks, with one socket each, so that answers on a network
 * contain its own addresses; follows changes. Packets from outside a network are ignored (RFC 6762, 11).
 * @param read the machine's interfaces; for tests.
 */
export function openMulticast(
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
    for (const [key, network] of networks) if (!open.has(key)) open.set(key, openSocket(network, handlers));
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

function openSocket(network: Network, handlers: MulticastHandlers): OpenSocket {
  const [first] = network.addresses;
  // Multicast arrives only at a socket that is bound to all addresses; `interface` selects the network to join and to
  // send on.
  const dns = mdns({ interface: first?.address ?? '', bind: '0.0.0.0' });
  const socket: MulticastSocket = {
    network,
    query: (question) => dns.query([question]),
    respond: (answers) => new Promise((resolve) => dns.respond({ answers }, () => resolve())),
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
  dns.on('query', ({ questions = [], answers = [] }, { address }) => {
    if (isInNetwork(network, address)) handlers.query?.(socket, questions, answers);
  });
  dns.on('response', ({ answers = [], additionals = [] }, { address }) => {
    if (isInNetwork(network, address)) handlers.response?.(socket, [...answers, ...additionals]);
  });
  dns.on('ready', () => handlers.opened(socket));
  return { socket, dns };
}
