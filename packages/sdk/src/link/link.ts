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
import { asRoomtoneError } from '../errors.ts';
import type { Socket } from '../transport/socket.ts';
import { Heartbeats } from './heartbeats.ts';
import type { LinkEnd } from './reconnect-policy.ts';

export interface LinkHandlers {
  /** The server speaks first: from here on frames may be sent. */
  welcome(welcome: Welcome, arrivedUs: number): void;
  /** Every frame but welcome and heartbeat. @param arrivedUs local clock. */
  message(message: Message, arrivedUs: number): void;
  clock(sample: ClockSample): void;
  /** A frame that cannot be read. */
  unreadable(error: unknown): void;
  /** Once; nothing comes after it. */
  ended(end: LinkEnd): void;
}

/** Where a socket goes on that resumes a lost one. */
export interface LinkStart {
  readonly resumeToken: string;
  /** The last of the reliable stream that has come. */
  readonly lastSequence: number;
}

/** The life of one socket: ticket, opening, welcome, frames and heartbeats, end. */
export class Link {
  readonly #environment: Environment;
  readonly #handlers: LinkHandlers;
  readonly #heartbeats: Heartbeats;
  #socket: Socket | undefined;
  #welcomed = false;
  #over = false;
  /** Position in the reliable stream; what comes again is behind it. */
  #lastSequence: number;

  /**
   * @param start undefined for a connection of its own.
   * @param address gets a ticket's address to open.
   */
  constructor(
    environment: Environment,
    start: LinkStart | undefined,
    address: () => Promise<string>,
    handlers: LinkHandlers,
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
    );
    void this.#open(address);
  }

  /** How far the reliable stream has come. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  /** Sends at once; false before the welcome and after the end. */
  send(message: Outgoing<ClientMember>): boolean {
    if (!this.#welcomed || this.#over) return false;
    this.#socket?.send(encodeFrame(message));
    return true;
  }

  /** Finds out soon whether the other side is still there. */
  probe(): void {
    if (this.#welcomed && !this.#over) this.#heartbeats.probe();
  }

  /** Ends the link from this side, in order; `ended` is not called. */
  close(): void {
    if (!this.#stop()) return;
    this.#socket?.close();
  }

  /** Gives the link up; `ended` is called. */
  abandon(end: LinkEnd): void {
    if (!this.#stop()) return;
    this.#socket?.abandon();
    this.#handlers.ended(end);
  }

  async #open(address: () => Promise<string>): Promise<void> {
    try {
      // Not within the constructor: whoever made this link must have it in hand before it can end.
      const url = await Promise.resolve().then(address);
      if (this.#over) return;
      this.#socket = this.#environment.openSocket(url, {
        frame: (bytes) => this.#frame(bytes),
        closed: (code) => this.abandon({ kind: 'closed', code }),
      });
    } catch (error) {
      this.abandon({ kind: 'failed', error: asRoomtoneError(error) });
    }
  }

  #frame(bytes: Uint8Array): void {
    if (this.#over) return;
    const arrivedUs = this.#environment.timers.nowUs();
    this.#heartbeats.heard();
    let message: Message | undefined;
    try {
      message = decodeServerFrame(bytes);
    } catch (error) {
      this.#handlers.unreadable(error);
    }
    if (message === undefined) return;
    // A fresh connection counts from 1, whatever was to be resumed.
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
