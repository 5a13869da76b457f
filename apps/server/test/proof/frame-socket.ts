import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Way } from './raw-request.ts';

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** One frame of the server. */
export interface ServerFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** The server's answer to an upgrade that it refused. */
export class Refused extends Error {
  readonly status: number;

  constructor(said: string) {
    super(said);
    this.status = Number(said.split(' ')[1]);
  }
}

/** A WebSocket of which everything that is sent is made by hand: right frames and wrong ones. */
export class FrameSocket {
  readonly socket: Socket;
  onFrame: (frame: ServerFrame) => void = () => {};
  /** The server's close code; 1006 where it sent no close frame, 1005 where that had no code. */
  readonly closed: Promise<number>;
  /** Frames that came after a close frame, of which there must be none. */
  framesAfterClose = 0;
  #closeCode: number | undefined;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve(this.#closeCode ?? 1006)));
  }

  /**
   * Upgrades to WebSocket.
   * @param options.headers in place of the usual ones; undefined leaves one out.
   * @throws {Refused} for any other answer than 101.
   */
  static open(
    { port, from = '127.0.0.1' }: Way,
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
      const greet = (bytes: Buffer) => {
        answer = Buffer.concat([answer, bytes]);
        const end = answer.indexOf('\r\n\r\n');
        if (end === -1) return;
        socket.off('data', greet);
        const said = answer.toString('latin1', 0, end);
        if (!said.startsWith('HTTP/1.1 101')) {
          socket.destroy();
          reject(new Refused(said));
          return;
        }
        const open = new FrameSocket(socket);
        socket.on('data', (chunk) => open.#read(chunk));
        socket.on('error', () => {});
        resolve(open);
        // What came with the answer is looked at once the caller listens.
        setImmediate(() => open.#read(answer.subarray(end + 4)));
        socket.pause();
        setImmediate(() => socket.resume());
      };
      socket.on('data', greet);
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

/** A client's frame, right unless it is told otherwise. */
export function frame(wish: {
  readonly opcode: number;
  readonly payload?: Uint8Array;
  readonly isFinal?: boolean;
  /** The reserved bits, 0 to 7. */
  readonly reserved?: number;
  readonly isMasked?: boolean;
  /** How the length is told, bits; the shortest unless given. */
  readonly form?: 7 | 16 | 64;
  /** Told in place of the payload's length. */
  readonly told?: bigint;
}): Buffer {
  const { opcode, payload = new Uint8Array(), isFinal = true, reserved = 0, isMasked = true } = wish;
  const told = wish.told ?? BigInt(payload.length);
  const form = wish.form ?? (told < 126n ? 7 : told < 65_536n ? 16 : 64);
  const head = Buffer.alloc(form === 7 ? 2 : form === 16 ? 4 : 10);
  head[0] = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  head[1] = (isMasked ? 0x80 : 0) | (form === 7 ? Number(told) : form === 16 ? 126 : 127);
  if (form === 16) head.writeUInt16BE(Number(told), 2);
  if (form === 64) head.writeBigUInt64BE(told, 2);
  if (!isMasked) return Buffer.concat([head, payload]);
  // Not zeros: a reader that forgets to unmask is to be seen.
  const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);
  const masked = payload.map((byte, index) => byte ^ (mask[index & 3] ?? 0));
  return Buffer.concat([head, mask, masked]);
}

/** One whole binary frame. */
export function binary(payload: Uint8Array): Buffer {
  return frame({ opcode: opcodes.binary, payload });
}
