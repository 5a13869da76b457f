import {
  type ClientMember,
  closeCodes,
  decodeClientFrame,
  encodeFrame,
  type MemberName,
  type Message,
  type Outgoing,
} from '@roomtone/protocol';
import type { SocketHandlers } from '../transport/socket.ts';

/** The server's acts on its sockets. */
export interface SocketOwner {
  received(socket: FakeSocket, message: Message<ClientMember>): void;
  /** The socket is closed, by either end: the close code, or 1006 if it was lost. */
  closed(socket: FakeSocket, code: number): void;
}

/** The server's end of one socket, without a network. */
export class FakeSocket {
  readonly url: string;
  /** Every frame that the client sent. */
  readonly received: Message<ClientMember>[] = [];
  /** Set once the client has ended it. */
  end: 'closed' | 'abandoned' | undefined;
  readonly #handlers: SocketHandlers;
  readonly #owner: SocketOwner;
  #isOver = false;

  constructor(url: string, handlers: SocketHandlers, owner: SocketOwner) {
    this.url = url;
    this.#handlers = handlers;
    this.#owner = owner;
  }

  /** Sends a frame to the client: plain bytes, as from a socket, although the encoder may return a Buffer. */
  deliver(message: Outgoing): void {
    this.bytes(new Uint8Array(encodeFrame(message)));
  }

  /** Sends bytes that need not be a valid frame. */
  bytes(bytes: Uint8Array): void {
    if (!this.#isOver) this.#handlers.frame(bytes);
  }

  /** Closes the socket with a code; without one it is lost. */
  drop(code: number = closeCodes.lost): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#owner.closed(this, code);
    this.#handlers.closed(code);
  }

  /** The client sent a frame. @throws {RoomtoneError} VALIDATION_ERROR if it is not valid. */
  receive(frame: Uint8Array): void {
    if (this.#isOver) return;
    const message = decodeClientFrame(new Uint8Array(frame));
    this.received.push(message);
    this.#owner.received(this, message);
  }

  /** The client ended the socket. */
  ended(end: 'closed' | 'abandoned'): void {
    this.end ??= end;
    if (this.#isOver) return;
    this.#isOver = true;
    this.#owner.closed(this, end === 'closed' ? closeCodes.normal : closeCodes.lost);
  }

  /** The last frame of this kind that the client sent. @throws {Error} if there is none. */
  last<K extends ClientMember>(kind: K): Message<K> {
    const found = this.received.findLast((message) => message.kind === kind);
    if (found === undefined) throw new Error(`no ${kind} came`);
    return found as Message<K>;
  }

  /** How many frames of this kind the client sent. */
  count(kind: MemberName): number {
    return this.received.filter((message) => message.kind === kind).length;
  }
}
