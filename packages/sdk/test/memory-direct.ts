import type { DirectDescription, LoadDirectPeers } from '@roomtone/sdk/direct';

interface Side {
  readonly handlers: { open(): void; message(bytes: Uint8Array): void; closed(): void };
  other: Side | undefined;
  isOpen: boolean;
}

/** Direct channels between the clients of one test, without a network. */
export class MemoryDirect {
  readonly #sides = new Map<string, Side>();
  /** Called for each datagram; `deliver` brings it to the other side. By default that happens at once. */
  pass = (deliver: () => void): void => deliver();
  /** The datagrams that were sent. */
  sent = 0;
  /** Sides of channels that clients have made so far. */
  get made(): number {
    return this.#sides.size;
  }

  /** True while a channel is open at either end. */
  get isOpen(): boolean {
    return [...this.#sides.values()].some(({ isOpen }) => isOpen);
  }

  /** Sends a datagram as the client does who opened a side last. */
  forge = (_bytes: Uint8Array): void => {};

  readonly load: LoadDirectPeers = async () => (options, handlers) => {
    const name = `side${this.#sides.size + 1}`;
    const side: Side = { handlers, other: undefined, isOpen: false };
    this.#sides.set(name, side);
    const offerer = options.offer === undefined ? undefined : this.#sides.get(options.offer.iceUfrag);
    if (offerer !== undefined) {
      side.other = offerer;
      offerer.other = side;
    }
    const send = (bytes: Uint8Array) => {
      const { other } = side;
      this.sent++;
      if (side.isOpen && other !== undefined) this.pass(() => other.isOpen && other.handlers.message(bytes));
    };
    this.forge = send;
    const description: DirectDescription = {
      iceUfrag: name,
      icePwd: 'p'.repeat(22),
      fingerprint: new Uint8Array(32),
      candidates: [],
    };
    return {
      description: Promise.resolve(description),
      accept: async () => {
        for (const each of [side, side.other]) {
          if (each === undefined) continue;
          each.isOpen = true;
          each.handlers.open();
        }
      },
      send,
      close: () => {
        if (!side.isOpen) return;
        side.isOpen = false;
        const { other } = side;
        if (other?.isOpen === true) queueMicrotask(() => other.handlers.closed());
      },
    };
  };
}
