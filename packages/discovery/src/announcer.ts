import { randomBytes } from 'node:crypto';
import { type Announcement, limits } from '@roomtone/protocol';
import { type MulticastSocket, openMulticast, type Querier } from './multicast.ts';
import type { Interfaces } from './network.ts';
import { answersTo, forQuerier, recordNames, recordsOf } from './records.ts';
import { ResponsePacer } from './response-pacer.ts';

export interface AnnouncerOptions {
  /** Called for every packet, since parts of it may change. */
  readonly announcement: () => Announcement;
  readonly port: number;
  /** The one IPv4 address on which the server listens; undefined if it listens on all. */
  readonly address?: string | undefined;
  /** Called with the reason why a network cannot be used; the other networks still work. */
  readonly onProblem: (error: Error) => void;
  /** For tests. */
  readonly interfaces?: () => Interfaces;
}

export interface Announcer {
  /** Sends a goodbye, so that the server disappears from lists immediately. */
  stop(): Promise<void>;
}

/**
 * Announces a server on all of the machine's networks, answers queries, and follows changes of the machine's
 * addresses. Binds UDP port 5353, which other programs may use at the same time. Uses IPv4 multicast and announces IPv4 addresses.
 */
export function announce(options: AnnouncerOptions): Announcer {
  const { announcement, port, address, onProblem } = options;
  const { name, fingerprint } = announcement();
  const names = recordNames(name, fingerprint ?? randomBytes(6).toString('base64url'));
  const networks = new Map<MulticastSocket, { readonly pacer: ResponsePacer; readonly queriers: Queriers }>();
  const recordsFor = (socket: MulticastSocket, ttl?: number) => {
    const all = socket.network.addresses.map((own) => own.address);
    const addresses = address === undefined ? all : all.filter((own) => own === address);
    return addresses.length === 0 ? [] : recordsOf(names, { announcement: announcement(), port, addresses }, ttl);
  };
  const multicast = openMulticast(
    'responder',
    {
      opened: (socket) => {
        if (recordsFor(socket).length === 0) return;
        const pacer = new ResponsePacer(() => void socket.respond(recordsFor(socket)));
        networks.set(socket, { pacer, queriers: new Queriers() });
        // Twice, since a packet may be lost (RFC 6762, 8.3).
        pacer.request(2);
      },
      closed: (socket) => {
        networks.get(socket)?.pacer.cancel();
        networks.delete(socket);
      },
      query: (socket, { questions, known, querier }) => {
        const network = networks.get(socket);
        if (network === undefined) return;
        const answers = answersTo(questions, known, names, recordsFor(socket));
        if (answers.length === 0) return;
        if (querier !== undefined) {
          const mayAnswer = network.queriers.ask(querier, performance.now());
          if (mayAnswer) void socket.respond(forQuerier(answers), querier);
        } else if (answers.some((answer) => answer.type === 'SRV')) network.pacer.request();
        else void socket.respond(answers);
      },
      problem: onProblem,
    },
    options.interfaces,
  );
  return {
    async stop() {
      const goodbyes = Array.from(networks, ([socket, { pacer, queriers }]) => {
        pacer.cancel();
        const goodbye = recordsFor(socket, 0);
        const recent = queriers.recent(performance.now());
        return [socket.respond(goodbye), ...recent.map((querier) => socket.respond(forQuerier(goodbye), querier))];
      });
      await Promise.all(goodbyes.flat());
      await multicast.close();
    },
  };
}

/** Nobody is answered more often, as with multicast answers. */
const minIntervalMs = 1_000;
/** Somebody who has not asked again for so long has stopped browsing. */
const recentMs = 12_000;

/**
 * The programs that asked from ports of their own, which get answers and the goodbye one by one. Bounded, so that forged
 * addresses cannot make the server flood a network.
 */
export class Queriers {
  readonly #asked = new Map<string, { readonly querier: Querier; readonly atMs: number }>();

  /** True if this query may be answered. @param nowMs of a monotonic clock. */
  ask(querier: Querier, nowMs: number): boolean {
    this.#forgetOld(nowMs);
    const key = `${querier.address}:${querier.port}`;
    const last = this.#asked.get(key);
    if (last === undefined ? this.#asked.size >= limits.discovery.queriers : nowMs - last.atMs < minIntervalMs) {
      return false;
    }
    this.#asked.set(key, { querier, atMs: nowMs });
    return true;
  }

  /** Those who are probably still browsing. */
  recent(nowMs: number): Querier[] {
    this.#forgetOld(nowMs);
    return Array.from(this.#asked.values(), ({ querier }) => querier);
  }

  #forgetOld(nowMs: number): void {
    for (const [key, { atMs }] of this.#asked) if (nowMs - atMs > recentMs) this.#asked.delete(key);
  }
}
