import {
  type DatagramReport,
  type DirectDescription,
  decodeServerFrame,
  encodeFrame,
  limits,
  type Message,
  readDatagram,
  writeDatagram,
} from '@roomtone/protocol';
import type { Timers } from '../environment.ts';
import type { DirectPeer, OpenDirectPeer } from '../transport/direct-peer.ts';
import type { DirectListener } from './direct-sender.ts';

export interface DirectLinkEvents {
  opened(): void;
  /** The link is over. */
  closed(): void;
  notes(message: Message<'midiMessage'>, arrivedUs: number): void;
  reported(report: DatagramReport): void;
  /** More datagrams have come in a second than any client sends. */
  flooded(): void;
}

/** The other side reports every 2 s; its word is good until the one after the next should have come, µs. */
const reportValidUs = 5_000_000;
/** How long a channel may take to open, ms. */
const openMs = 10_000;

/** A direct channel to one participant, which is being opened or is open. */
export class DirectLink implements DirectListener {
  readonly attempt: number;
  readonly peer: DirectPeer;
  isOpen = false;
  /** When it opened, this machine's clock, µs. */
  openedUs = 0;
  isWanted = true;
  readonly #timers: Timers;
  readonly #events: DirectLinkEvents;
  readonly #openTimer: unknown;
  #reachedUs = Number.NEGATIVE_INFINITY;
  #first = 0;
  #last = 0;
  #received = 0;
  #reports = 0;
  #secondUs = 0;
  #inSecond = 0;

  constructor(
    timers: Timers,
    open: OpenDirectPeer,
    how: { attempt: number; offer: DirectDescription | undefined; stunServers: readonly string[] },
    events: DirectLinkEvents,
  ) {
    this.attempt = how.attempt;
    this.#timers = timers;
    this.#events = events;
    this.peer = open(how, {
      open: () => this.#opened(),
      message: (bytes) => this.#take(bytes),
      closed: () => this.end(),
    });
    this.#openTimer = timers.setTimeout(() => this.end(), openMs);
  }

  get isReached(): boolean {
    return this.#timers.nowUs() - this.#reachedUs < reportValidUs;
  }

  /** The other side says that this participant's notes come this way, or shows that they may not. */
  reached(isReached: boolean): void {
    this.#reachedUs = isReached ? this.#timers.nowUs() : Number.NEGATIVE_INFINITY;
  }

  send(datagram: Uint8Array): void {
    this.peer.send(datagram);
  }

  /**
   * Tells the other side how its datagrams arrive.
   * @param wanted whether this side wants more than a few of them.
   * @param carried the number of the other side if they bring its notes, so that the server's need not.
   */
  report(wanted: boolean, carried: readonly number[]): void {
    const lost = Math.max(0, this.#last - this.#first + (this.#received > 0 ? 1 : 0) - this.#received);
    const frame = encodeFrame({
      kind: 'datagramReport',
      body: { wanted, received: this.#received, lost, direct: [...carried] },
    });
    this.send(writeDatagram({ number: ++this.#reports, frames: [frame] }));
    // Of those who send only a few, the others are not lost.
    if (!wanted) this.#received = 0;
  }

  /** Ends the link, and tells so. */
  end(): void {
    this.close();
    this.#events.closed();
  }

  /** Ends the link without a word. */
  close(): void {
    this.#timers.clearTimeout(this.#openTimer);
    this.isOpen = false;
    this.peer.close();
  }

  #opened(): void {
    this.#timers.clearTimeout(this.#openTimer);
    this.isOpen = true;
    this.openedUs = this.#timers.nowUs();
    this.#events.opened();
  }

  #take(bytes: Uint8Array): void {
    const arrivedUs = this.#timers.nowUs();
    if (this.#isFlood(arrivedUs)) {
      this.#events.flooded();
      return;
    }
    try {
      const { number, frames } = readDatagram(bytes);
      for (const frame of frames) {
        const message = decodeServerFrame(frame);
        if (message?.kind === 'datagramReport') this.#events.reported(message.body);
        else if (message?.kind === 'midiMessage') {
          this.#count(number);
          this.#events.notes(message, arrivedUs);
        }
      }
    } catch {
      // Whatever a broken datagram held comes from the server, too.
    }
  }

  #isFlood(nowUs: number): boolean {
    if (nowUs - this.#secondUs >= 1_000_000) {
      this.#secondUs = nowUs;
      this.#inSecond = 0;
    }
    this.#inSecond++;
    return this.#inSecond > limits.datagrams.perSecond;
  }

  /** Frames of one datagram count once. */
  #count(number: number): void {
    if (number <= this.#last && this.#received > 0) return;
    if (this.#received === 0) this.#first = number;
    this.#last = number;
    this.#received++;
  }
}
