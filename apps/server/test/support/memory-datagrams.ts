import type { PeerParameters } from '@roomtone/protocol';
import type { DatagramHandlers, Datagrams } from '../../src/ports/datagrams.ts';
import type { DatagramClient } from '../contracts/datagrams.contract.ts';

/** One channel: the server's handlers, and its client once that has connected. */
interface Link {
  readonly offer: PeerParameters;
  readonly handlers: DatagramHandlers;
  client: MemoryDatagramClient | undefined;
  isOver: boolean;
}

/** Data channels without a network: a datagram arrives within the call that sends it. */
export class MemoryDatagrams implements Datagrams {
  readonly port = 7420;
  addresses: readonly string[] = [];
  /** Makes the next accept() fail. */
  failNext = false;
  readonly #links = new Map<string, Link>();
  #count = 0;

  async accept(offer: PeerParameters, handlers: DatagramHandlers) {
    if (this.failNext) {
      this.failNext = false;
      throw new Error('the port is in use');
    }
    const answer = parameters(`server${++this.#count}`);
    const link: Link = { offer, handlers, client: undefined, isOver: false };
    this.#links.set(answer.iceUfrag, link);
    const channel = {
      send: (bytes: Uint8Array) => {
        if (!link.isOver) link.client?.arrive(Uint8Array.from(bytes));
      },
      close: () => this.#end(link),
    };
    return { answer, channel };
  }

  close(): void {
    for (const link of this.#links.values()) this.#end(link);
  }

  client(): MemoryDatagramClient {
    return new MemoryDatagramClient(parameters(`client${++this.#count}`), this);
  }

  /** Only for the client: reaches the server with what it knows. */
  reach(client: MemoryDatagramClient, { iceUfrag, icePwd }: PeerParameters): Link | undefined {
    const link = this.#links.get(iceUfrag);
    if (link === undefined || link.isOver || icePwd !== passwordOf(iceUfrag)) return undefined;
    if (link.offer.iceUfrag !== client.offer.iceUfrag || link.offer.icePwd !== client.offer.icePwd) return undefined;
    link.client = client;
    return link;
  }

  #end(link: Link): void {
    if (link.isOver) return;
    link.isOver = true;
    link.client?.over();
  }
}

/** The client's side of a channel in memory. */
export class MemoryDatagramClient implements DatagramClient {
  readonly offer: PeerParameters;
  readonly received: Uint8Array[] = [];
  isOpen = false;
  isClosed = false;
  readonly #network: MemoryDatagrams;
  #link: Link | undefined;

  constructor(offer: PeerParameters, network: MemoryDatagrams) {
    this.offer = offer;
    this.#network = network;
  }

  connect(answer: PeerParameters): void {
    this.#link = this.#network.reach(this, answer);
    if (this.#link === undefined) return;
    this.isOpen = true;
    this.#link.handlers.open();
  }

  send(bytes: Uint8Array): void {
    if (this.isOpen && this.#link?.isOver === false) this.#link.handlers.message(Uint8Array.from(bytes));
  }

  close(): void {
    const link = this.#link;
    this.over();
    if (link === undefined || link.isOver) return;
    link.isOver = true;
    link.handlers.closed();
  }

  arrive(bytes: Uint8Array): void {
    if (this.isOpen) this.received.push(bytes);
  }

  over(): void {
    this.isOpen = false;
    this.isClosed = true;
  }
}

function parameters(iceUfrag: string): PeerParameters {
  return { iceUfrag, icePwd: passwordOf(iceUfrag), fingerprint: new Uint8Array(32).fill(iceUfrag.length) };
}

function passwordOf(iceUfrag: string): string {
  return iceUfrag.padEnd(22, '+');
}
