import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Called for each binary frame: its bytes stand in `bytes` from `start` to `end`. */
export type OnFrame = (bytes: Buffer, start: number, end: number) => void;

/** A socket that cuts a server's frames by hand, at the same small price for every peer. */
export class LoadSocket {
  readonly socket: Socket;
  onBinary: OnFrame = () => {};
  onText: (text: string) => void = () => {};
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
  }

  /** Upgrades to WebSocket. */
  static async open(port: number, path: string): Promise<LoadSocket> {
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

  /** Speaks plain TCP: a line that names the room, answered by an empty one. */
  static async openRaw(port: number, room: string): Promise<LoadSocket> {
    return LoadSocket.#greet(port, `${room}\n`, '\n');
  }

  static async #greet(port: number, hello: string, ending: string): Promise<LoadSocket> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const load = new LoadSocket(socket);
    socket.write(hello);
    let answer = Buffer.alloc(0);
    for (;;) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      answer = Buffer.concat([answer, chunk]);
      const end = answer.indexOf(ending);
      if (end === -1) continue;
      const said = answer.toString('latin1', 0, end);
      if (said !== '' && !said.startsWith('HTTP/1.1 101')) throw new Error(`The server answered ${said}`);
      socket.on('data', (data) => load.#take(data));
      // What came with the answer is looked at once the caller listens.
      setImmediate(() => load.#take(answer.subarray(end + ending.length)));
      return load;
    }
  }

  close(): void {
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (at + 2 <= bytes.length) {
      let length = (bytes[at + 1] ?? 0) & 0x7f;
      let start = at + 2;
      if (length === 126) {
        if (at + 4 > bytes.length) break;
        length = bytes.readUInt16BE(at + 2);
        start = at + 4;
      } else if (length === 127) {
        if (at + 10 > bytes.length) break;
        length = Number(bytes.readBigUInt64BE(at + 2));
        start = at + 10;
      }
      if (start + length > bytes.length) break;
      const opcode = (bytes[at] ?? 0) & 0x0f;
      if (opcode === 2) this.onBinary(bytes, start, start + length);
      else if (opcode === 1) this.onText(bytes.toString('utf8', start, start + length));
      at = start + length;
    }
    this.#rest = bytes.subarray(at);
  }
}
