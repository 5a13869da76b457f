import { decodeServerFrame, encodeFrame, type MemberName, type Message, ServerMessageType } from '@roomtone/protocol';
import { binary, FrameSocket, frame, opcodes, type ServerFrame } from './frame-socket.ts';
import { post, type Route } from './raw-request.ts';

export interface JoinTarget extends Route {
  /** An account's access token; "" for a guest. */
  readonly token: string;
  readonly roomId: string;
}

/** The longest interval that a client may use. */
const beatEveryMs = 10_000;

/** The result of reconnecting. */
export interface Reconnected {
  readonly isResumed: boolean;
  /** The same participant as before; only a resumed connection can be. */
  readonly isSame: boolean;
}

/** A client in a room, small enough for thousands of them in one process. */
export class LoadClient {
  readonly target: JoinTarget;
  /** Called with the raw frame of each note message. */
  onNotes: (payload: Buffer) => void = () => {};
  /** Called with each other message and the bytes of its frame. */
  onMessage: (message: Message, bytes: number) => void = () => {};
  /** Called with the close code when the socket ends. */
  onEnd: (code: number) => void = () => {};
  /** The participant number; 0 before it joins. */
  self = 0;
  readonly #beats: boolean;
  #beating: NodeJS.Timeout | undefined;
  #open: FrameSocket | undefined;
  #resumeToken: string | undefined;
  #lastSequence = 0;
  readonly #waiting = new Map<MemberName, (message: Message) => void>();

  /** @param options.beats false for a client that sends no heartbeats by itself. */
  constructor(target: JoinTarget, { beats = true }: { beats?: boolean } = {}) {
    this.target = target;
    this.#beats = beats;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** The socket below; only while it is open. */
  get socket(): FrameSocket {
    if (this.#open === undefined) throw new Error('the client has no socket');
    return this.#open;
  }

  /** Gets a ticket, connects and joins the room. */
  async join(): Promise<void> {
    await this.#connect(undefined);
    await this.#joinRoom();
  }

  /** Gets a ticket and connects, without joining a room. */
  async connect(): Promise<void> {
    await this.#connect(undefined);
  }

  /** Resumes the connection that lost its socket, or joins again if that is no longer possible. */
  async reconnect(): Promise<Reconnected> {
    const before = this.self;
    const { isResumed, snapshot } = await this.#connect(this.#resumeToken);
    if (isResumed) await snapshot;
    else await this.#joinRoom();
    return { isResumed, isSame: this.self === before };
  }

  /** Loses the socket, as a network does: without a close frame. */
  lose(): void {
    clearInterval(this.#beating);
    this.#open?.socket.destroy();
    this.#open = undefined;
  }

  /** Leaves with a close frame; resolves when the socket is closed. */
  async leave(): Promise<void> {
    const open = this.#open;
    if (open === undefined) return;
    const code = Buffer.alloc(2);
    code.writeUInt16BE(1000);
    open.socket.write(frame({ opcode: opcodes.close, payload: code }));
    await open.closed;
  }

  /** Sends a heartbeat that acknowledges everything received. */
  #beat(): void {
    const body = { clientTime: 1, lastSequence: this.#lastSequence, serverReceiveTime: 0, serverSendTime: 0 };
    this.send(encodeFrame({ kind: 'heartbeat', body }));
  }

  say(message: string): void {
    const body = {
      messageId: '',
      userId: '',
      username: '',
      displayName: '',
      message,
      timestamp: 0,
      messageType: 0,
    } as const;
    this.send(encodeFrame({ kind: 'chatMessage', body }));
  }

  send(payload: Uint8Array): void {
    this.#open?.socket.write(binary(payload));
  }

  /** Connects; resolves with whether the token's connection was resumed, and a promise of the room's snapshot. */
  async #connect(resumeToken: string | undefined): Promise<{ isResumed: boolean; snapshot: Promise<unknown> }> {
    const token = this.target.token === '' ? undefined : this.target.token;
    const body = resumeToken === undefined ? {} : { resume_token: resumeToken };
    const ticket = await post<{ encrypted_payload: string }>(this.target, '/api/auth/websocket-ticket', body, token);
    const open = await FrameSocket.open(this.target, `/api/websocket/${ticket.encrypted_payload}`);
    this.#open = open;
    clearInterval(this.#beating);
    if (this.#beats) this.#beating = setInterval(() => this.#beat(), beatEveryMs).unref();
    const welcome = this.#next('welcome');
    // The snapshot may arrive together with the welcome.
    const snapshot = this.#next('roomJoined');
    snapshot.catch(() => {});
    open.onFrame = (message) => this.#take(message);
    open.closed.then((code) => {
      if (this.#open !== open) return;
      clearInterval(this.#beating);
      this.#open = undefined;
      this.onEnd(code);
    });
    const { body: said } = await welcome;
    this.#resumeToken = said.resumeToken;
    if (!said.resumed) this.#lastSequence = 1;
    return { isResumed: said.resumed, snapshot };
  }

  async #joinRoom(): Promise<void> {
    const joined = this.#next('roomJoined');
    const body = { roomId: this.target.roomId, password: '' };
    this.send(encodeFrame({ kind: 'joinRoomCommand', body, requestId: 1 }));
    await joined;
  }

  /** The next message of a kind. */
  #next<K extends MemberName>(kind: K): Promise<Message<K>> {
    return new Promise((resolve, reject) => {
      const closed = this.#open?.closed;
      closed?.then((code) => reject(new Error(`closed with ${code} before ${kind}`)));
      // A callback under a kind gets only that kind, but a generic cannot narrow Message<K>.
      this.#waiting.set(kind, (message) => resolve(message as Message<K>));
      this.#waiting.set('error', (message) => {
        if (message.kind === 'error') reject(new Error(`${message.body.code}: ${message.body.message}`));
      });
    });
  }

  #take({ opcode, payload }: ServerFrame): void {
    if (opcode !== opcodes.binary) return;
    if (payload[1] === ServerMessageType.MIDI_MESSAGE) {
      this.onNotes(payload);
      return;
    }
    const message = decodeServerFrame(payload);
    if (message === undefined) return;
    this.#lastSequence = Math.max(this.#lastSequence, message.sequence);
    if (message.kind === 'roomJoined') this.self = message.body.self;
    this.onMessage(message, payload.length);
    const waiting = this.#waiting.get(message.kind);
    this.#waiting.delete(message.kind);
    waiting?.(message);
  }
}
