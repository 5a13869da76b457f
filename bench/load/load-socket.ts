import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { clientFrame } from './note.ts';

/** Called for each binary frame: its bytes are in `bytes` from `start` to `end`, until the function returns. */
export type OnFrame = (bytes: Buffer, start: number, end: number) => void;

/** All sockets read into this buffer: one buffer per read would cause garbage collection during the measurement. */
const shared = Buffer.alloc(1 << 16);
const nothing = Buffer.alloc(0);

/** A socket that parses a server's frames by hand, at the same low cost for every server. */
export class LoadSocket {
  readonly socket: Socket;
  onBinary: OnFrame = () => {};
  onText: (text: string) => void = () => {};
  /** The bytes of an incomplete frame. */
  #rest: Buffer = nothing;
  /** Handles what comes before the first frame; undefined afterwards. */
  #greeting: ((bytes: Buffer) => void) | undefined;

  private constructor(port: number) {
    this.socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (length) => {
          this.#read(shared, length);
          return true;
        },
      },
    });
  }

  /** Upgrades to WebSocket. */
  static open(port: number, path: string): Promise<LoadSocket> {
    const key = randomBytes(16).toString('base64');
    const head = [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${key}`,
    ];
    return LoadSocket.#greet(port, `${head.join('\r\n')}\r\n\r\n`, '\r\n\r\n');
  }

  /** Uses plain TCP: a line with the room's name, answered by an empty line. */
  static openRaw(port: number, room: string): Promise<LoadSocket> {
    return LoadSocket.#greet(port, `${room}\n`, '\n');
  }

  static #greet(port: number, hello: string, ending: string): Promise<LoadSocket> {
    return new Promise((resolve, reject) => {
      const load = new LoadSocket(port);
      load.socket.once('error', reject);
      load.socket.write(hello);
      let answer = '';
      load.#greeting = (bytes) => {
        answer += bytes.toString('latin1');
        const end = answer.indexOf(ending);
        if (end === -1) return;
        load.#greeting = undefined;
        const said = answer.slice(0, end);
        if (said !== '' && !said.startsWith('HTTP/1.1 101')) reject(new Error(`The server answered ${said}`));
        // Bytes that came with the answer are handled once the caller listens.
        const early = Buffer.from(answer.slice(end + ending.length), 'latin1');
        load.#rest = early;
        setImmediate(() => load.#read(nothing, 0));
        resolve(load);
      };
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #read(bytes: Buffer, end: number): void {
    if (this.#greeting !== undefined) this.#greeting(bytes.subarray(0, end));
    else if (this.#rest.length === 0) this.#keep(bytes, this.#cut(bytes, end), end);
    else {
      const all = Buffer.concat([this.#rest, bytes.subarray(0, end)]);
      this.#keep(all, this.#cut(all, all.length), all.length);
    }
  }

  /** Copies the bytes, since other sockets read into the same buffer. */
  #keep(bytes: Buffer, from: number, end: number): void {
    this.#rest = from === end ? nothing : Buffer.from(bytes.subarray(from, end));
  }

  /** Passes on the complete frames; returns where the first incomplete one begins. */
  #cut(bytes: Buffer, end: number): number {
    let at = 0;
    while (at + 2 <= end) {
      let length = (bytes[at + 1] ?? 0) & 0x7f;
      let start = at + 2;
      if (length === 126) {
        if (at + 4 > end) break;
        length = bytes.readUInt16BE(at + 2);
        start = at + 4;
      } else if (length === 127) {
        if (at + 10 > end) break;
        length = Number(bytes.readBigUInt64BE(at + 2));
        start = at + 10;
      }
      if (start + length > end) break;
      const opcode = (bytes[at] ?? 0) & 0x0f;
      if (opcode === 2) this.onBinary(bytes, start, start + length);
      else if (opcode === 1) this.onText(bytes.toString('utf8', start, start + length));
      else if (opcode === 9) this.socket.write(clientFrame(bytes.subarray(start, start + length), 10));
      at = start + length;
    }
    return at;
  }
}
