import { type DatagramReport, directLimits, OutgoingDatagrams } from '@roomtone/protocol';
import type { Timers } from '../environment.ts';

/** Somebody with an open channel who gets this participant's notes. */
export interface DirectListener {
  send(datagram: Uint8Array): void;
  /** False while the direct path is not quicker for them: then a few datagrams a second are enough to notice a change. */
  isWanted: boolean;
}

/** How often a listener who wants none gets a datagram all the same, µs. */
const probeUs = 250_000;
const secondUs = 1_000_000;

/**
 * Sends notes to all who listen directly: each datagram is made once for all of them. What exceeds the bytes of a second is left to
 * the server.
 */
export class DirectSender {
  readonly #timers: Timers;
  readonly #listeners = new Map<DirectListener, { probedUs: number; received: number; lost: number }>();
  readonly #outgoing = new OutgoingDatagrams();
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
    this.#listeners.set(listener, { probedUs: 0, received: 0, lost: 0 });
  }

  remove(listener: DirectListener): void {
    this.#listeners.delete(listener);
  }

  /** Sends a frame at the end of this task. */
  send(frame: Uint8Array): void {
    if (this.#listeners.size === 0) return;
    if (this.#pending.length === 0) queueMicrotask(() => this.#flush());
    this.#pending.push(frame);
  }

  /** A listener tells how datagrams arrive. */
  reported(listener: DirectListener, { wanted, received, lost }: DatagramReport): void {
    const known = this.#listeners.get(listener);
    if (known === undefined) return;
    listener.isWanted = wanted;
    this.#received += Math.max(0, received - known.received);
    this.#lost += Math.max(0, lost - known.lost);
    known.received = received;
    known.lost = lost;
    this.#outgoing.reported(this.#received, this.#lost);
  }

  stop(): void {
    this.#timers.clearTimeout(this.#repeatTimer);
    this.#repeatTimer = undefined;
    this.#pending = [];
    this.#listeners.clear();
  }

  #flush(): void {
    const frames = this.#pending;
    this.#pending = [];
    if (frames.length === 0 || this.#listeners.size === 0) return;
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
    for (const [listener, known] of this.#listeners) {
      if (!listener.isWanted && nowUs - known.probedUs < probeUs) continue;
      if (this.#bytes + datagram.byteLength > directLimits.bytesPerSecond) return;
      this.#bytes += datagram.byteLength;
      known.probedUs = nowUs;
      listener.send(datagram);
    }
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
