import type { Socket } from 'node:net';
import { serverLimits } from '../../domain/server-limits.ts';

const { connectionsPerSecond, waiting: maxWaiting } = serverLimits.heldUp;

interface Waiting {
  readonly socket: Socket;
  readonly begin: () => void;
}

/**
 * New connections of addresses that are held up (S10.17). They are accepted and then wait, since somebody whose connections
 * are closed opens the next ones at once, and each costs more than what it asks for.
 */
export class HeldUpConnections {
  readonly #waiting = new Map<string, Waiting[]>();
  #turns: NodeJS.Timeout | undefined;

  /** Begins with a connection when it is its turn; closes it if too many of its address wait. */
  add(addressBlock: string, socket: Socket, begin: () => void): void {
    const waiting = this.#waiting.get(addressBlock) ?? [];
    if (waiting.length >= maxWaiting) {
      socket.destroy();
      return;
    }
    waiting.push({ socket, begin });
    this.#waiting.set(addressBlock, waiting);
    socket.on('error', ignore);
    socket.once('close', () => this.#remove(addressBlock, socket));
    this.#turns ??= setInterval(() => this.#next(), 1_000 / connectionsPerSecond).unref();
  }

  /** Begins with one connection of each address. */
  #next(): void {
    for (const [addressBlock, [next]] of this.#waiting) {
      if (next === undefined) continue;
      this.#remove(addressBlock, next.socket);
      next.socket.off('error', ignore);
      next.begin();
    }
  }

  #remove(addressBlock: string, socket: Socket): void {
    const left = this.#waiting.get(addressBlock)?.filter((each) => each.socket !== socket) ?? [];
    if (left.length > 0) this.#waiting.set(addressBlock, left);
    else this.#waiting.delete(addressBlock);
    if (this.#waiting.size > 0) return;
    clearInterval(this.#turns);
    this.#turns = undefined;
  }
}

/** A client that gives up while it waits needs no answer. */
function ignore(): void {}
