import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Route } from './raw-request.ts';

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** A frame from the server. */
export interface ServerFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** The server's answer to an upgrade that it refused. */
export class Refused extends Error {
  readonly status: number;

  constructor(head: string) {
    super(head);
    this.status = Number(head.split(' ')[1]);
  }
}

/** A WebSocket whose outgoing frames are built by hand, so that they can be valid or invalid. */
export class FrameSocket {
  readonly socket: Socket;
  onFrame: (frame: ServerFrame) => void = () => {};
  /** The server's close code; 1006 if it sent no close frame, 1005 if that had no code. */
  readonly closed: Promise<number>;
  /** The number of frames after the server's close frame, which must be 0. */
  framesAfterClose = 0;
  #closeCode: number | undefined;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve(this.#closeCode ?? 1006)));
  }

  /**
   * Upgrades to WebSocket.
   * @param options.headers override the usual ones; undefined removes one.
   * @throws {Refused} for any other answer than 101.
   */
  static open(
    { port, from = '127.0.0.1' }: Route,
    path: string,
    options: { readonly line?: string; readonly headers?: Readonly<Record<string, string | undefined>> } = {},
  ): Promise<FrameSocket> {
    const headers = {
      Host: `127.0.0.1:${port}`,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      ...options.headers,
    };
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${value}`],
    );
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('the connection ended before an answer')));
      socket.write([options.line ?? `GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      let answer = Buffer.alloc(0);
      const readAnswer = (bytes: Buffer) => {
        answer = Buffer.concat([answer, bytes]);
        const end = answer.indexOf('\r\n\r\n');
        if (end === -1) return;
        socket.off('data', readAnswer);
        const head = answer.toString('latin1', 0, end);
        if (!head.startsWith('HTTP/1.1 101')) {
          socket.destroy();
          reject(new Refused(head));
          return;
        }
        const open = new FrameSocket(socket);
        socket.on('data', (chunk) => open.#read(chunk));
        socket.on('error', () => {});
        resolve(open);
        // Frames that came with the answer are read once the caller listens.
        setImmediate(() => open.#read(answer.subarray(end + 4)));
        socket.pause();
        setImmediate(() => socket.resume());
      };
      socket.on('data', readAnswer);
    });
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (at + 2 <= bytes.length) {
      let length = (bytes[at + 1] ?? 0) & 0x7f;
      let start = at + 2;
      if (length >= 126) {
        const size = length === 126 ? 2 : 8;
        if (start + size > bytes.length) break;
        length = size === 2 ? bytes.readUInt16BE(start) : Number(bytes.readBigUInt64BE(start));
        start += size;
      }
      if (start + length > bytes.length) break;
      this.#take((bytes[at] ?? 0) & 0x0f, bytes.subarray(start, start + length));
      at = start + length;
    }
    this.#rest = at === bytes.length ? Buffer.alloc(0) : Buffer.from(bytes.subarray(at));
  }

  #take(opcode: number, payload: Buffer): void {
    if (this.#closeCode !== undefined) this.framesAfterClose++;
    else if (opcode === opcodes.close) {
      this.#closeCode = payload.length < 2 ? 1005 : payload.readUInt16BE(0);
      this.socket.end(frame({ opcode: opcodes.close, payload: payload.subarray(0, 2) }));
    } else this.onFrame({ opcode, payload });
  }
}

/** A client's frame, valid unless the options say otherwise. */
export function frame(options: {
  readonly opcode: number;
  readonly payload?: Uint8Array;
  readonly isFinal?: boolean;
  /** The reserved bits, 0 to 7. */
  readonly reserved?: number;
  readonly isMasked?: boolean;
  /** The size of the length field, bits; the smallest possible by default. */
  readonly lengthBits?: 7 | 16 | 64;
  /** A length to declare instead of the payload's. */
  readonly declaredLength?: bigint;
}): Buffer {
  const { opcode, payload = new Uint8Array(), isFinal = true, reserved = 0, isMasked = true } = options;
  const length = options.declaredLength ?? BigInt(payload.length);
  const lengthBits = options.lengthBits ?? (length < 126n ? 7 : length < 65_536n ? 16 : 64);
  const head = Buffer.alloc(lengthBits === 7 ? 2 : lengthBits === 16 ? 4 : 10);
  head[0] = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  head[1] = (isMasked ? 0x80 : 0) | (lengthBits === 7 ? Number(length) : lengthBits === 16 ? 126 : 127);
  if (lengthBits === 16) head.writeUInt16BE(Number(length), 2);
  if (lengthBits === 64) head.writeBigUInt64BE(length, 2);
  if (!isMasked) return Buffer.concat([head, payload]);
  // Not zeros, so that a reader that forgets to unmask is noticed.
  const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);
  const masked = payload.map((byte, index) => byte ^ (mask[index & 3] ?? 0));
  return Buffer.concat([head, mask, masked]);
}

/** A complete binary frame. */
export function binary(payload: Uint8Array): Buffer {
  return frame({ opcode: opcodes.binary, payload });
}
