import { networkInterfaces } from 'node:os';
import type { Answer, Question } from 'dns-packet';
import mdns from 'multicast-dns';
import { type Interfaces, isInNetwork, type Network, networksOf, watchInterfaces } from './network.ts';

/** Multicast DNS on one of the machine's networks. */
export interface Link {
  readonly network: Network;
  query(question: Question): void;
  /** Resolves when it has left, or could not. */
  respond(answers: Answer[]): Promise<void>;
}

export interface LinkHandlers {
  readonly opened: (link: Link) => void;
  /** The network is gone, or the machine has other addresses there: then another link is opened. */
  readonly closed?: (link: Link) => void;
  /** Somebody asks, and says what they know already. */
  readonly query?: (link: Link, questions: readonly Question[], known: readonly Answer[]) => void;
  readonly response?: (link: Link, records: readonly Answer[]) => void;
  /** Why a network cannot be used, once a network. */
  readonly problem: (error: Error) => void;
}

export interface Links {
  readonly all: readonly Link[];
  close(): Promise<void>;
}

interface Open {
  readonly link: Link;
  readonly socket: mdns.MulticastDNS;
}

/**
 * Takes part in multicast DNS on every network that the machine is in, with a socket for each, so that what is said in
 * one has the addresses of that one; follows changes. What comes from outside a network is not heard (RFC 6762, 11).
 * @param read the machine's interfaces; for tests.
 */
export function openLinks(handlers: LinkHandlers, read: () => Interfaces = networkInterfaces): Links {
  const open = new Map<string, Open>();
  const follow = (interfaces: Interfaces) => {
    const networks = new Map(networksOf(interfaces).map((network) => [JSON.stringify(network), network]));
    for (const [key, { link, socket }] of open) {
      if (networks.has(key)) continue;
      open.delete(key);
      socket.destroy();
      handlers.closed?.(link);
    }
    for (const [key, network] of networks) if (!open.has(key)) open.set(key, openLink(network, handlers));
  };
  follow(read());
  const unwatch = watchInterfaces(follow, read);
  return {
    get all() {
      return Array.from(open.values(), ({ link }) => link);
    },
    async close() {
      unwatch();
      const sockets = Array.from(open.values(), ({ socket }) => socket);
      open.clear();
      await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.destroy(resolve))));
    },
  };
}

function openLink(network: Network, handlers: LinkHandlers): Open {
  const [first] = network.addresses;
  // Multicast arrives at a socket that is bound to every address only; `interface` says where to join and to send.
  const socket = mdns({ interface: first?.address ?? '', bind: '0.0.0.0' });
  const link: Link = {
    network,
    query: (question) => socket.query([question]),
    respond: (answers) => new Promise((resolve) => socket.respond({ answers }, () => resolve())),
  };
  let hasComplained = false;
  const complain = (error: Error) => {
    if (hasComplained) return;
    hasComplained = true;
    handlers.problem(new Error(`Multicast DNS does not work on ${network.name}: ${error.message}`, { cause: error }));
  };
  socket.on('error', complain);
  // A packet that cannot be read is a warning, too; it is nobody's problem here.
  socket.on('warning', (error) => {
    if ('syscall' in error) complain(error);
  });
  socket.on('query', ({ questions = [], answers = [] }, { address }) => {
    if (isInNetwork(network, address)) handlers.query?.(link, questions, answers);
  });
  socket.on('response', ({ answers = [], additionals = [] }, { address }) => {
    if (isInNetwork(network, address)) handlers.response?.(link, [...answers, ...additionals]);
  });
  socket.on('ready', () => handlers.opened(link));
  return { link, socket };
}
