import { type Announcement, announcementTtlSeconds, limits, readAnnouncement } from '@roomtone/protocol';
import type { Answer } from 'dns-packet';
import { isInNetwork, type Network } from './network.ts';
import { isSameName, serviceName } from './records.ts';

/** A server that has announced itself. */
export interface FoundServer extends Announcement {
  /** Its claimed identity: the fingerprint, or for plain http a name that stays the same while the server runs. */
  readonly id: string;
  readonly port: number;
  /** IPv4 addresses in this machine's networks; at least one. */
  readonly addresses: readonly string[];
}

export interface ServerNews {
  /** changed: the name, version, port or addresses. */
  readonly kind: 'found' | 'changed' | 'lost';
  readonly server: FoundServer;
}

/** The origins to try, such as `https://192.168.1.5:7420`. */
export function originsOf({ scheme, addresses, port }: FoundServer): string[] {
  return addresses.map((address) => `${scheme}://${address}:${port}`);
}

interface Sighting {
  readonly network: Network;
  readonly server: FoundServer;
  readonly untilMs: number;
}

/**
 * The servers known on the machine's networks. Pure: packets and times in, news out. Everything about a server
 * arrives in one packet, as `announce` sends it; a split one is ignored, so that nothing has to be stored about
 * unknown hosts. Anybody can send anything: see `limits.discovery`.
 */
export class ServerDirectory {
  /** Sightings of one server in several networks are merged. */
  readonly #sightings = new Map<string, Sighting>();
  #reported: readonly FoundServer[] = [];

  /** In the order in which they were found. */
  get servers(): readonly FoundServer[] {
    return this.#reported;
  }

  /** Takes the records of one packet. @param nowMs of a monotonic clock. */
  take(records: readonly Answer[], network: Network, nowMs: number): ServerNews[] {
    for (const { server, ttl } of serversIn(records.slice(0, limits.discovery.recordsPerPacket), network)) {
      const key = JSON.stringify([network.name, server.id]);
      const heldMs = Math.min(ttl, announcementTtlSeconds) * 1_000;
      if (heldMs === 0) this.#sightings.delete(key);
      else if (this.#sightings.has(key) || this.#sightings.size < limits.discovery.servers) {
        this.#sightings.set(key, { network, server, untilMs: nowMs + heldMs });
      }
    }
    return this.#news();
  }

  /** Removes servers whose time has passed. */
  expire(nowMs: number): ServerNews[] {
    return this.#without(({ untilMs }) => untilMs <= nowMs);
  }

  /** Removes what was found on a network that the machine has left. */
  leave(network: Network): ServerNews[] {
    return this.#without((sighting) => sighting.network === network);
  }

  #without(isOver: (sighting: Sighting) => boolean): ServerNews[] {
    for (const [key, sighting] of this.#sightings) if (isOver(sighting)) this.#sightings.delete(key);
    return this.#news();
  }

  #news(): ServerNews[] {
    const before = new Map(this.#reported.map((server) => [server.id, server]));
    const now = new Map<string, FoundServer>();
    for (const { server } of this.#sightings.values()) now.set(server.id, joined(now.get(server.id), server));
    this.#reported = [...now.values()];
    const lost = [...before.values()].filter(({ id }) => !now.has(id));
    return [
      ...lost.map((server): ServerNews => ({ kind: 'lost', server })),
      ...this.#reported.flatMap((server): ServerNews[] => {
        const known = before.get(server.id);
        if (known === undefined) return [{ kind: 'found', server }];
        return JSON.stringify(known) === JSON.stringify(server) ? [] : [{ kind: 'changed', server }];
      }),
    ];
  }
}

function joined(one: FoundServer | undefined, other: FoundServer): FoundServer {
  if (one === undefined) return other;
  return { ...one, addresses: bounded([...one.addresses, ...other.addresses]) };
}

function bounded(addresses: readonly string[]): string[] {
  return [...new Set(addresses)].slice(0, limits.discovery.addressesPerServer);
}

/** Every server that a packet describes completely. */
function serversIn(records: readonly Answer[], network: Network): { server: FoundServer; ttl: number }[] {
  return records.flatMap((pointer) => {
    if (pointer.type !== 'PTR' || !isSameName(pointer.name, serviceName)) return [];
    const instance = pointer.data;
    const server = serverCalled(instance, records, network);
    return server === undefined ? [] : [{ server, ttl: pointer.ttl ?? 0 }];
  });
}

function serverCalled(instance: string, records: readonly Answer[], network: Network): FoundServer | undefined {
  const texts = records.flatMap((each) => (each.type === 'TXT' && isSameName(each.name, instance) ? [each.data] : []));
  const place = records.find((each) => each.type === 'SRV' && isSameName(each.name, instance));
  const announcement = readAnnouncement(stringsIn(texts[0]));
  if (announcement === undefined || place?.type !== 'SRV') return undefined;
  const { port, target } = place.data;
  const addresses = records.flatMap((each) => (each.type === 'A' && isSameName(each.name, target) ? [each.data] : []));
  // Ignore addresses outside this network: they could send people anywhere.
  const here = bounded(addresses.filter((address) => isInNetwork(network, address)));
  if (port < 1 || port > 65_535 || here.length === 0) return undefined;
  return { ...announcement, id: announcement.fingerprint ?? instance.toLowerCase(), port, addresses: here };
}

/** Strings that are not UTF-8 are ignored. */
function stringsIn(data: string | Buffer | readonly (string | Buffer)[] | undefined): string[] {
  const strings = data === undefined ? [] : Array.isArray(data) ? data : [data];
  return strings.slice(0, limits.discovery.txtStrings).flatMap((text) => {
    try {
      return [typeof text === 'string' ? text : new TextDecoder('utf-8', { fatal: true }).decode(text)];
    } catch {
      return [];
    }
  });
}
