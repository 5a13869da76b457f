import {
  type ClientMember,
  closeCodes,
  decodeServerFrame,
  encodeFrame,
  type Message,
  type Outgoing,
  type Welcome,
} from '@roomtone/protocol';
import type { ClockSample } from '../clock/clock-sync.ts';
import type { Environment } from '../environment.ts';
import { asClientError } from '../errors.ts';
import type { Socket } from '../transport/socket.ts';
import { Heartbeats } from './heartbeats.ts';
import type { SocketEnd } from './reconnect-policy.ts';

export interface ClientSocketHandlers {
  /** Frames can be sent from the welcome on. */
  welcome(welcome: Welcome, arrivedUs: number): void;
  /** Called for every frame except welcome and heartbeat. @param arrivedUs local clock. */
  message(message: Message, arrivedUs: number): void;
  clock(sample: ClockSample): void;
  /** True while the player holds notes. */
  readonly isHolding?: (() => boolean) | undefined;
  /** A frame that cannot be read. */
  unreadable(error: unknown): void;
  /** Called once, as the last call. */
  ended(end: SocketEnd): void;
}

/** Where a socket that resumes a lost connection continues. */
export interface ResumePoint {
  readonly resumeToken: string;
  /** The last message of the reliable stream that was received. */
  readonly lastSequence: number;
}

/** One socket from start to end: ticket, opening, welcome, frames and heartbeats. */
export class ClientSocket {
  readonly #environment: Environment;
  readonly #handlers: ClientSocketHandlers;
  readonly #heartbeats: Heartbeats;
  #socket: Socket | undefined;
  #welcomed = false;
  #over = false;
  /** Position in the reliable stream; messages up to here are repetitions. */
  #lastSequence: number;

  /**
   * @param start undefined for a new connection.
   * @param address gets a ticket and resolves with the address to open.
   */
  constructor(
    environment: Environment,
    start: ResumePoint | undefined,
    address: () => Promise<string>,
    handlers: ClientSocketHandlers,
  ) {
    this.#environment = environment;
    this.#lastSequence = start?.lastSequence ?? 0;
    this.#handlers = handlers;
    const { timers } = environment;
    this.#heartbeats = new Heartbeats(
      timers,
      () => {
        const body = {
          clientTime: timers.nowUs(),
          lastSequence: this.#lastSequence,
          serverReceiveTime: 0,
          serverSendTime: 0,
        };
        this.send({ kind: 'heartbeat', body });
      },
      () => this.abandon({ kind: 'closed', code: closeCodes.lost }),
      handlers.isHolding,
    );
    void this.#open(address);
  }

  /** The sequence of the last message received in the reliable stream. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  /** Sends immediately; returns false before the welcome and after the end. */
  send(message: Outgoing<ClientMember>): boolean {
    return this.sendFrame(encodeFrame(message));
  }

  /** Sends an encoded frame, as send() does. */
  sendFrame(frame: Uint8Array): boolean {
    if (!this.#welcomed || this.#over) return false;
    this.#socket?.send(frame);
    return true;
  }

  /** Finds out quickly whether the server is still there. */
  probe(): void {
    if (this.#welcomed && !this.#over) this.#heartbeats.probe();
  }

  /** Closes the socket properly; `ended` is not called. */
  close(): void {
    if (!this.#stop()) return;
    this.#socket?.close();
  }

  /** Abandons the socket; `ended` is called. */
  abandon(end: SocketEnd): void {
    if (!this.#stop()) return;
    this.#socket?.abandon();
    this.#handlers.ended(end);
  }

  async #open(address: () => Promise<string>): Promise<void> {
    try {
      // Not within the constructor: the caller must have this object before it can end.
      const url = await Promise.resolve().then(address);
      if (this.#over) return;
      this.#socket = this.#environment.openSocket(url, {
        frame: (bytes) => this.#frame(bytes),
        closed: (code) => this.abandon({ kind: 'closed', code }),
      });
    } catch (error) {
      this.abandon({ kind: 'failed', error: asClientError(error) });
    }
  }

  #frame(bytes: Uint8Array): void {
    if (this.#over) return;
    const arrivedUs = this.#environment.timers.nowUs();
    this.#heartbeats.received();
    let message: Message | undefined;
    try {
      message = decodeServerFrame(bytes);
    } catch (error) {
      this.#handlers.unreadable(error);
    }
    if (message === undefined) return;
    // A new connection counts from 1, even if a resume was tried.
    if (message.kind === 'welcome') this.#lastSequence = message.body.resumed ? this.#lastSequence : 0;
    const isSeen = message.sequence > 0 && message.sequence <= this.#lastSequence;
    if (isSeen) return;
    this.#lastSequence = Math.max(this.#lastSequence, message.sequence);
    switch (message.kind) {
      case 'welcome':
        if (this.#welcomed) return;
        this.#welcomed = true;
        this.#heartbeats.start();
        this.#handlers.welcome(message.body, arrivedUs);
        return;
      case 'heartbeat':
        this.#handlers.clock({
          clientSendUs: message.body.clientTime,
          serverReceiveUs: message.body.serverReceiveTime,
          serverSendUs: message.body.serverSendTime,
          clientReceiveUs: arrivedUs,
        });
        return;
      default:
        this.#handlers.message(message, arrivedUs);
    }
  }

  #stop(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#heartbeats.stop();
    return true;
  }
}
