import {
  decodeServerFrame,
  encodeFrame,
  type MemberName,
  type Message,
  type MidiMessage,
  type Outgoing,
} from '@roomtone/protocol';
import { WebSocket } from 'ws';

const unnumbered: readonly MemberName[] = ['midiMessage', 'heartbeat', 'typing', 'quality'];

/** A client over a real socket. Keeps every frame in order, and checks the numbering of each (R8.3). */
export class Musician {
  readonly socket: WebSocket;
  /** Everything that came, in order. */
  readonly frames: Message[] = [];
  /** The close code. */
  readonly closed: Promise<number>;
  readonly #untaken: Message[] = [];
  readonly #waiting = new Set<() => void>();
  #end: Error | undefined;
  #sequence = 0;
  #beats = 0;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers });
    this.socket.on('message', (data) => this.#arrive(decodeServerFrame(new Uint8Array(data as Buffer))));
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code) => {
        this.#end = new Error(`closed with ${code}`);
        this.#wake();
        resolve(code);
      });
    });
    this.socket.on('error', () => {});
  }

  send(message: Outgoing): void {
    this.socket.send(encodeFrame(message));
  }

  /** The first frame of this kind that no take() has had, as soon as it is there. */
  async take<K extends MemberName>(kind: K): Promise<Message<K>> {
    for (;;) {
      const index = this.#untaken.findIndex((frame) => frame.kind === kind);
      const [frame] = index < 0 ? [] : this.#untaken.splice(index, 1);
      // The kind was compared; Message<K> cannot be narrowed by a generic.
      if (frame !== undefined) return frame as Message<K>;
      if (this.#end !== undefined) throw new Error(`no ${kind}: ${this.#end.message}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Resolves when the server has worked on everything sent so far (commands aside that wait for storage). */
  async sync(): Promise<void> {
    const clientTime = ++this.#beats;
    this.send({ kind: 'heartbeat', body: beat(clientTime) });
    for (;;) {
      const answer = await this.take('heartbeat');
      if (answer.body.clientTime === clientTime) return;
    }
  }

  /** How many frames of this kind have come. */
  count(kind: MemberName): number {
    return this.frames.filter((frame) => frame.kind === kind).length;
  }

  join(roomId: string, password = ''): Promise<Message<'roomJoined'>> {
    this.send({ kind: 'joinRoomCommand', body: { roomId, password }, requestId: 1 });
    return this.take('roomJoined');
  }

  /** Joins where that is refused. */
  refusedJoin(roomId: string, password = ''): Promise<Message<'error'>> {
    this.send({ kind: 'joinRoomCommand', body: { roomId, password }, requestId: 1 });
    return this.take('error');
  }

  play(...events: readonly (readonly number[])[]): void {
    this.send({ kind: 'midiMessage', body: midi(...events) });
  }

  say(message: string, requestId = 0): void {
    const body = { messageId: '', userId: '', username: '', message, timestamp: 0, messageType: 0 } as const;
    this.send({ kind: 'chatMessage', body, requestId });
  }

  #arrive(frame: Message | undefined): void {
    if (frame === undefined) throw new Error('the server sent a type that does not exist');
    const isSnapshot = frame.kind === 'roomJoined' && frame.sequence === 0;
    if (!unnumbered.includes(frame.kind) && !isSnapshot) this.#sequence++;
    const expected = unnumbered.includes(frame.kind) || isSnapshot ? 0 : this.#sequence;
    if (frame.sequence !== expected) throw new Error(`${frame.kind} has ${frame.sequence}, not ${expected} (R8.3)`);
    this.frames.push(frame);
    this.#untaken.push(frame);
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

/** Raw MIDI events that all begin at once, now. */
export function midi(...events: readonly (readonly number[])[]): MidiMessage {
  return { startTime: 0, offsets: events.map(() => 0), data: Uint8Array.from(events.flat()) };
}

export function beat(clientTime: number) {
  return { clientTime, lastSequence: 0, serverReceiveTime: 0, serverSendTime: 0 };
}
