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
  readonly repetitions: Repetitions;
  readonly counters: Pick<RealtimeCounters, 'datagramsSent'>;
}

/** Sends the notes of a turn of the event loop as one datagram, and repeats them where the channel asks for it. */
export class NoteChannel implements Writer {
  readonly outgoing = new OutgoingDatagrams();
  readonly #channel: DatagramChannel;
  readonly #deps: NoteChannelDeps;
  #frames: Uint8Array[] = [];
  #bytes = 0;
  #isOver = false;

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

  flush(): void {
    if (this.#frames.length === 0) return;
    const frames = this.#frames;
    this.#frames = [];
    this.#bytes = 0;
    this.#send(this.outgoing.write(frames, this.#deps.clock.serviceUs()));
  }

  /** Sends what is due again. */
  repeat(nowUs: number): void {
    this.#send(this.outgoing.repeat(nowUs));
  }

  close(): void {
    this.#isOver = true;
    this.#frames = [];
    this.#deps.repetitions.delete(this);
    this.#channel.close();
  }

  #send(datagram: Uint8Array | undefined): void {
    if (datagram === undefined || this.#isOver) return;
    this.#deps.counters.datagramsSent++;
    this.#channel.send(datagram);
    if (this.outgoing.dueUs !== undefined) this.#deps.repetitions.add(this);
  }
}

/** How often repetitions are looked for while there are any, ms. */
const intervalMs = 2;

/** Repeats the datagrams of all channels that have something to repeat, by one timer. */
export class Repetitions {
  readonly #scheduler: Pick<Scheduler, 'after'>;
  readonly #clock: Pick<Clock, 'serviceUs'>;
  readonly #channels = new Set<NoteChannel>();
  #isRunning = false;

  constructor(scheduler: Pick<Scheduler, 'after'>, clock: Pick<Clock, 'serviceUs'>) {
    this.#scheduler = scheduler;
    this.#clock = clock;
  }

  add(channel: NoteChannel): void {
    this.#channels.add(channel);
    if (!this.#isRunning) this.#wait();
  }

  delete(channel: NoteChannel): void {
    this.#channels.delete(channel);
  }

  #wait(): void {
    this.#isRunning = true;
    this.#scheduler.after(intervalMs, this.#repeat);
  }

  readonly #repeat = (): void => {
    const nowUs = this.#clock.serviceUs();
    for (const channel of this.#channels) {
      channel.repeat(nowUs);
      if (channel.outgoing.dueUs === undefined) this.#channels.delete(channel);
    }
    this.#isRunning = this.#channels.size > 0;
    if (this.#isRunning) this.#wait();
  };
}
