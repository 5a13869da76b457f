import { type DatagramReport, directLimits, directRepetition, OutgoingDatagrams } from '@roomtone/protocol';
import type { Timers } from '../environment.ts';

/** Somebody with an open channel who gets this participant's notes. */
export interface DirectListener {
  send(datagram: Uint8Array): void;
  /** False while the direct path is not quicker for them: then a few datagrams a second are enough to notice a change. */
  isWanted: boolean;
  /** They say that notes come this way, and need not come in the server's datagrams. */
  readonly isReached: boolean;
}

/** How often a listener who wants none gets a datagram all the same, µs. */
const probeUs = 250_000;
const secondUs = 1_000_000;

/** A listener as this player knows them. `lost` and `received` are those of the last report, `share` is what was lost before it. */
interface Known {
  readonly listener: DirectListener;
  probedUs: number;
  received: number;
  lost: number;
  share: number;
}

/**
 * Sends notes to all who listen directly: each datagram is made once for all of them, and goes first to those for whom the path is
 * quicker, the ones who lose most before the others. What exceeds the bytes of a second is left to the server.
 */
export class DirectSender {
  readonly #timers: Timers;
  /** In the order in which they get a datagram. */
  readonly #listeners: Known[] = [];
  readonly #outgoing = new OutgoingDatagrams(directRepetition);
  #pending: Uint8Array[] = [];
  #repeatTimer: unknown;
  #secondUs = 0;
  #bytes = 0;
  #received = 0;
  #lost = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  add(listener: DirectListener): void {
    this.#listeners.push({ listener, probedUs: 0, received: 0, lost: 0, share: 0 });
    this.#order();
  }

  remove(listener: DirectListener): void {
    const index = this.#listeners.findIndex((known) => known.listener === listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }

  /** How many listeners the notes reach. */
  get reached(): number {
    let reached = 0;
    for (const { listener } of this.#listeners) if (listener.isReached) reached++;
    return reached;
  }

  /** Sends a frame at the end of this task. */
  send(frame: Uint8Array): void {
    if (this.#listeners.length === 0) return;
    if (this.#pending.length === 0) queueMicrotask(() => this.#flush());
    this.#pending.push(frame);
  }

  /** A listener tells how datagrams arrive. */
  reported(listener: DirectListener, { wanted, received, lost }: DatagramReport): void {
    const known = this.#listeners.find((each) => each.listener === listener);
    if (known === undefined) return;
    listener.isWanted = wanted;
    const [arrived, missing] = [Math.max(0, received - known.received), Math.max(0, lost - known.lost)];
    this.#received += arrived;
    this.#lost += missing;
    known.share = missing === 0 ? 0 : missing / (arrived + missing);
    known.received = received;
    known.lost = lost;
    this.#outgoing.reported(this.#received, this.#lost);
    this.#order();
  }

  stop(): void {
    this.#timers.clearTimeout(this.#repeatTimer);
    this.#repeatTimer = undefined;
    this.#pending = [];
    this.#listeners.length = 0;
  }

  #flush(): void {
    const frames = this.#pending;
    this.#pending = [];
    if (frames.length === 0 || this.#listeners.length === 0) return;
    const nowUs = this.#timers.nowUs();
    const datagram = this.#outgoing.write(frames, nowUs);
    if (datagram !== undefined) this.#sendToAll(datagram, nowUs);
    this.#repeatLater();
  }

  #sendToAll(datagram: Uint8Array, nowUs: number): void {
    if (nowUs - this.#secondUs >= secondUs) {
      this.#secondUs = nowUs;
      this.#bytes = 0;
    }
    for (const known of this.#listeners) {
      const { listener } = known;
      if (!listener.isWanted && nowUs - known.probedUs < probeUs) continue;
      if (this.#bytes + datagram.byteLength > directLimits.bytesPerSecond) return;
      this.#bytes += datagram.byteLength;
      known.probedUs = nowUs;
      listener.send(datagram);
    }
  }

  #order(): void {
    this.#listeners.sort(
      (one, other) => Number(other.listener.isWanted) - Number(one.listener.isWanted) || other.share - one.share,
    );
  }

  #repeatLater(): void {
    const { dueUs } = this.#outgoing;
    if (dueUs === undefined || this.#repeatTimer !== undefined) return;
    const inMs = Math.max(0, Math.ceil((dueUs - this.#timers.nowUs()) / 1000));
    this.#repeatTimer = this.#timers.setTimeout(() => {
      this.#repeatTimer = undefined;
      const nowUs = this.#timers.nowUs();
      const datagram = this.#outgoing.repeat(nowUs);
      if (datagram !== undefined) this.#sendToAll(datagram, nowUs);
      this.#repeatLater();
    }, inMs);
  }
}
