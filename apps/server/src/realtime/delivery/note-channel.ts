import type { Writable } from 'node:stream';
import { limits, OutgoingDatagrams } from '@roomtone/protocol';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DatagramChannel } from '../../ports/datagrams.ts';
import type { Scheduler } from '../scheduler.ts';
import type { SharedTurn, Writer } from '../sockets/event-loop-turn.ts';
import { payloadOf } from '../sockets/web-socket-frame.ts';

export interface NoteChannelDeps {
  readonly turn: SharedTurn;
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly dueChannels: DueChannels;
  readonly counters: Pick<RealtimeCounters, 'datagramsSent'>;
}

/**
 * For at most this long, µs, the WebSocket's copies of notes wait for further ones on a busy channel that loses datagrams: about
 * until the next datagram, which the playout delay covers.
 */
const heldBackUs = 7_000;
const nobody: ReadonlySet<number> = new Set();
/** If none of this many datagrams has arrived, nothing waits any more. */
const unseenDatagrams = 60;

/** Sends the notes of a turn of the event loop as one datagram, and repeats them where the channel asks for it. */
export class NoteChannel implements Writer {
  readonly outgoing = new OutgoingDatagrams();
  /** Participants whose notes reach the client directly, and need no datagrams (R25.11). */
  direct: ReadonlySet<number> = nobody;
  readonly #channel: DatagramChannel;
  readonly #deps: NoteChannelDeps;
  #frames: Uint8Array[] = [];
  #bytes = 0;
  #isOver = false;
  #sent = 0;
  #received = 0;
  /** How many were sent when the last report came that showed that datagrams arrive. */
  #sentWhenSeen = 0;
  #doArrive = true;
  /** The WebSocket's stream while its copies of notes wait, and when they have to go. */
  #held: Pick<Writable, 'cork' | 'uncork'> | undefined;
  #heldUntilUs = 0;

  constructor(channel: DatagramChannel, deps: NoteChannelDeps) {
    this.#channel = channel;
    this.#deps = deps;
  }

  /** Sends notes at the end of this turn. @param webSocketFrame the frame that the WebSocket carries. */
  add(webSocketFrame: Buffer): void {
    this.addFrame(payloadOf(webSocketFrame));
  }

  /** Sends a frame of the protocol at the end of this turn. */
  addFrame(frame: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#bytes + frame.byteLength > limits.datagrams.bytes / 2) this.flush();
    if (this.#frames.length === 0) this.#deps.turn.add(this);
    this.#frames.push(frame);
    this.#bytes += frame.byteLength;
  }

  /** Sends a frame of the protocol by itself and only once; returns false if that is not possible. */
  sendOnce(frame: Uint8Array): boolean {
    if (this.#isOver || !this.#doArrive) return false;
    const datagram = this.outgoing.once(frame);
    this.#send(datagram);
    return datagram !== undefined;
  }

  flush(): void {
    if (this.#frames.length === 0) return;
    const frames = this.#frames;
    this.#frames = [];
    this.#bytes = 0;
    this.#send(this.outgoing.write(frames, this.#deps.clock.serviceUs()));
  }

  /** Takes the client's counts of datagrams received and lost since the channel opened. */
  reported(received: number, lost: number): void {
    if (received > this.#received) this.#sentWhenSeen = this.#sent;
    this.#received = Math.max(received, this.#received);
    // One report comes over both paths, so that the second one may show nothing new.
    this.#doArrive = this.#sent - this.#sentWhenSeen < unseenDatagrams;
    this.outgoing.reported(received, lost);
  }

  /**
   * Lets the copies of notes that are written to the WebSocket wait for further ones while datagrams bring them sooner:
   * a packet for each would cost as much as the datagrams.
   */
  holdBack(stream: Pick<Writable, 'cork' | 'uncork'>, nowUs: number): void {
    const { isBusy, isLossy } = this.outgoing;
    if (this.#held !== undefined || !isBusy || !isLossy || !this.#doArrive || this.#isOver) return;
    stream.cork();
    this.#held = stream;
    this.#heldUntilUs = nowUs + heldBackUs;
    this.#deps.dueChannels.add(this);
  }

  /** Sends the copies that wait. Nothing but notes may wait behind them. */
  release(): void {
    this.#held?.uncork();
    this.#held = undefined;
  }

  /** When act() has something to do; undefined if there is nothing. */
  get dueUs(): number | undefined {
    const { dueUs } = this.outgoing;
    if (this.#held === undefined) return dueUs;
    return dueUs === undefined ? this.#heldUntilUs : Math.min(dueUs, this.#heldUntilUs);
  }

  /** Sends what is due again, and the copies that have waited long enough. */
  act(nowUs: number): void {
    this.#send(this.outgoing.repeat(nowUs));
    if (nowUs >= this.#heldUntilUs) this.release();
  }

  close(): void {
    this.#isOver = true;
    this.release();
    this.#frames = [];
    this.#deps.dueChannels.delete(this);
    this.#channel.close();
  }

  #send(datagram: Uint8Array | undefined): void {
    if (datagram === undefined || this.#isOver) return;
    this.#deps.counters.datagramsSent++;
    this.#sent++;
    this.#channel.send(datagram);
    if (this.outgoing.dueUs !== undefined) this.#deps.dueChannels.add(this);
  }
}

/** Lets all channels act when something of theirs is due, by one timer. */
export class DueChannels {
  readonly #scheduler: Pick<Scheduler, 'after'>;
  readonly #clock: Pick<Clock, 'serviceUs'>;
  readonly #channels = new Set<NoteChannel>();
  /** When the timer ends; infinite if there is none. */
  #wakeUs = Number.POSITIVE_INFINITY;
  #cancel = (): void => {};

  constructor(scheduler: Pick<Scheduler, 'after'>, clock: Pick<Clock, 'serviceUs'>) {
    this.#scheduler = scheduler;
    this.#clock = clock;
  }

  /** Something of this channel is due, now or later. */
  add(channel: NoteChannel): void {
    this.#channels.add(channel);
    const { dueUs } = channel;
    if (dueUs !== undefined && dueUs < this.#wakeUs) this.#wakeAt(dueUs);
  }

  delete(channel: NoteChannel): void {
    this.#channels.delete(channel);
  }

  #wakeAt(dueUs: number): void {
    this.#cancel();
    this.#wakeUs = dueUs;
    this.#cancel = this.#scheduler.after(Math.max(1, Math.ceil((dueUs - this.#clock.serviceUs()) / 1000)), this.#act);
  }

  readonly #act = (): void => {
    const nowUs = this.#clock.serviceUs();
    this.#wakeUs = Number.POSITIVE_INFINITY;
    let nextUs = Number.POSITIVE_INFINITY;
    for (const channel of this.#channels) {
      channel.act(nowUs);
      const { dueUs } = channel;
      if (dueUs === undefined) this.#channels.delete(channel);
      else if (dueUs < nextUs) nextUs = dueUs;
    }
    if (nextUs < this.#wakeUs) this.#wakeAt(nextUs);
  };
}
