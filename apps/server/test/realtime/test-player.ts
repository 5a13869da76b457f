import {
  decodeServerFrame,
  encodeFrame,
  type MemberName,
  type Message,
  type MidiMessage,
  type Outgoing,
} from '@roomtone/protocol';
import { WebSocket } from 'ws';

const unnumbered: readonly MemberName[] = [
  'midiMessage',
  'heartbeat',
  'typing',
  'quality',
  'datagramReport',
  'dataMessage',
  'directSignal',
];

/** A client on a real socket. It keeps every frame in order and checks the sequence of each (R8.3). */
export class TestPlayer {
  readonly socket: WebSocket;
  /** Every received frame, in order. */
  readonly frames: Message[] = [];
  /** The close code. */
  readonly closed: Promise<number>;
  readonly #untaken: Message[] = [];
  readonly #waiting = new Set<() => void>();
  #end: Error | undefined;
  #sequence: number;
  #acknowledged: number;
  #beats = 0;
  readonly #mayHaveGaps: boolean;

  /**
   * @param options.acknowledged the last sequence that was received before a resume.
   * @param options.mayHaveGaps true for a resume at another process (S31.9).
   */
  constructor(
    url: string,
    options: {
      readonly headers?: Record<string, string>;
      readonly acknowledged?: number;
      readonly mayHaveGaps?: boolean;
    } = {},
  ) {
    this.#sequence = options.acknowledged ?? 0;
    this.#acknowledged = this.#sequence;
    this.#mayHaveGaps = options.mayHaveGaps ?? false;
    this.socket = new WebSocket(url, { headers: options.headers ?? {} });
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

  /** Resolves with the first frame of this kind that no take() has returned yet. */
  async take<K extends MemberName>(kind: K): Promise<Message<K>> {
    for (;;) {
      const index = this.#untaken.findIndex((frame) => frame.kind === kind);
      const [frame] = index < 0 ? [] : this.#untaken.splice(index, 1);
      // The kind was compared above; TypeScript cannot narrow Message<K> by a generic.
      if (frame !== undefined) return frame as Message<K>;
      if (this.#end !== undefined) throw new Error(`no ${kind}: ${this.#end.message}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Resolves when the server has handled everything sent so far, except commands that wait for storage. */
  async sync(): Promise<void> {
    const clientTime = ++this.#beats;
    this.send({ kind: 'heartbeat', body: { ...beat(clientTime), lastSequence: this.#acknowledged } });
    for (;;) {
      const answer = await this.take('heartbeat');
      if (answer.body.clientTime === clientTime) return;
    }
  }

  /** Resolves when the server knows that everything so far was received. */
  async acknowledge(): Promise<void> {
    this.#acknowledged = this.#sequence;
    await this.sync();
  }

  /** The last sequence that was acknowledged to the server. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  get welcome(): Message<'welcome'>['body'] {
    const [first] = this.frames;
    if (first?.kind !== 'welcome') throw new Error('there was no welcome');
    return first.body;
  }

  /** The number as a participant, of the last join; 0 before any. */
  get number(): number {
    return this.frames.flatMap((frame) => (frame.kind === 'roomJoined' ? [frame.body.self] : [])).at(-1) ?? 0;
  }

  /** The number of received frames of this kind. */
  count(kind: MemberName): number {
    return this.frames.filter((frame) => frame.kind === kind).length;
  }

  join(roomId: string, password = ''): Promise<Message<'roomJoined'>> {
    this.send({ kind: 'joinRoomCommand', body: { roomId, password }, requestId: 1 });
    return this.take('roomJoined');
  }

  /** Joins a room that refuses it. */
  refusedJoin(roomId: string, password = ''): Promise<Message<'error'>> {
    this.send({ kind: 'joinRoomCommand', body: { roomId, password }, requestId: 1 });
    return this.take('error');
  }

  play(...events: readonly (readonly number[])[]): void {
    this.send({ kind: 'midiMessage', body: midi(...events) });
  }

  say(message: string, requestId = 0): void {
    const body = {
      messageId: '',
      userId: '',
      username: '',
      displayName: '',
      message,
      timestamp: 0,
      messageType: 0,
    } as const;
    this.send({ kind: 'chatMessage', body, requestId });
  }

  #arrive(frame: Message | undefined): void {
    if (frame === undefined) throw new Error('the server sent a type that does not exist');
    if (frame.kind === 'welcome' && !frame.body.resumed) this.#sequence = 0;
    if (this.#mayHaveGaps && !isUnnumbered(frame)) {
      // The process before may have been stopped before it told that this was acknowledged (R10.6): clients drop it.
      if (frame.sequence <= this.#sequence) return;
      this.#sequence = frame.sequence - 1;
    }
    const expected = isUnnumbered(frame) ? 0 : ++this.#sequence;
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

/** True for a frame outside the reliable stream. */
function isUnnumbered(frame: Message): boolean {
  if (frame.kind === 'welcome') return frame.body.resumed;
  const isSnapshot = frame.kind === 'roomJoined' && frame.sequence === 0;
  return isSnapshot || unnumbered.includes(frame.kind);
}

/** Raw MIDI events that all start now. */
export function midi(...events: readonly (readonly number[])[]): MidiMessage {
  return { startTime: 0, offsets: events.map(() => 0), data: Uint8Array.from(events.flat()) };
}

export function beat(clientTime: number) {
  return { clientTime, lastSequence: 0, serverReceiveTime: 0, serverSendTime: 0 };
}
