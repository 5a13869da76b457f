import {
  type ClientMember,
  decodeClientFrame,
  encodeFrame,
  type MemberName,
  type Message,
  type Outgoing,
  type Participant,
  type Room,
  RoomType,
} from '@roomtone/protocol';
import type { Timers } from '../src/environment.ts';
import type { OpenSocket, SocketHandlers } from '../src/transport/socket.ts';

export const room: Room = {
  roomId: 'kitchen-0123456789',
  roomName: 'Kitchen',
  roomOwner: 'user-1',
  roomOwnerName: 'ada',
  roomType: RoomType.PUBLIC,
  maxUsers: 20,
  currentUsers: 2,
  hasPassword: false,
  createdAt: 1,
  lastActivity: 2,
  settings: { allowChat: true, allowGuests: true, autoModeration: false, welcomeMessage: '' },
};

export function participant(number: number, changes: Partial<Participant> = {}): Participant {
  const rest = {
    userId: `user-${number}`,
    avatarUrl: '',
    color: '#aabbcc',
    instrument: '',
    guest: false,
    muted: false,
  };
  return { number, username: `player-${number}`, joinedAt: 3, ...rest, ...changes };
}

/** The server's end of one fake socket. */
export class FakeSocket {
  readonly url: string;
  readonly received: Message<ClientMember>[] = [];
  /** Set once the client has ended it. */
  end: 'closed' | 'abandoned' | undefined;
  readonly #handlers: SocketHandlers;
  readonly #server: FakeServer;
  #isOver = false;

  constructor(url: string, handlers: SocketHandlers, server: FakeServer) {
    this.url = url;
    this.#handlers = handlers;
    this.#server = server;
  }

  /** Sends a frame to the client. */
  deliver(message: Outgoing): void {
    this.bytes(encodeFrame(message));
  }

  bytes(bytes: Uint8Array): void {
    if (!this.#isOver) this.#handlers.frame(bytes);
  }

  /** Closes the socket, as the client sees it. */
  drop(code = 1006): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handlers.closed(code);
  }

  receive(frame: Uint8Array): void {
    // The encoder may return a Buffer; a socket delivers plain bytes.
    const message = decodeClientFrame(new Uint8Array(frame));
    this.received.push(message);
    this.#server.answer(this, message);
  }

  ended(end: 'closed' | 'abandoned'): void {
    this.end ??= end;
    this.#isOver = true;
  }

  /** The last frame of this kind that the client sent. */
  last<K extends ClientMember>(kind: K): Message<K> {
    const found = this.received.findLast((message) => message.kind === kind);
    if (found === undefined) throw new Error(`no ${kind} came`);
    return found as Message<K>;
  }

  count(kind: MemberName): number {
    return this.received.filter((message) => message.kind === kind).length;
  }
}

/** A server made of plain data: by default it welcomes, answers heartbeats and lets everybody join. */
export class FakeServer {
  readonly sockets: FakeSocket[] = [];
  readonly #timers: Timers;
  /** Its service clock minus the client's clock. */
  offsetUs = 5_000_000;
  participants: Participant[] = [participant(1), participant(2)];
  /** The number of each participant's last message of notes, by participant number; 0 if missing. */
  noteNumbers: Readonly<Record<number, number>> = {};
  /** Whether it answers offers of data channels. */
  datagrams = false;
  welcomes = true;
  answersHeartbeats = true;
  /** If set, later sockets resume the connection, with this replay. */
  resumes: ((socket: FakeSocket) => void) | undefined;
  /** Handles a join; lets the client in unless a test sets something else. */
  onJoin: (socket: FakeSocket, requestId: number) => void = (socket, requestId) => this.acceptJoin(socket, requestId);

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  readonly openSocket: OpenSocket = (url, handlers) => {
    const socket = new FakeSocket(url, handlers, this);
    this.sockets.push(socket);
    queueMicrotask(() => {
      if (this.welcomes) this.welcome(socket);
    });
    return {
      send: (frame) => socket.receive(frame),
      close: () => socket.ended('closed'),
      abandon: () => socket.ended('abandoned'),
    };
  };

  get socket(): FakeSocket {
    const last = this.sockets.at(-1);
    if (last === undefined) throw new Error('no socket was opened');
    return last;
  }

  get nowUs(): number {
    return this.#timers.nowUs() + this.offsetUs;
  }

  welcome(socket: FakeSocket): void {
    const resumed = this.resumes !== undefined && this.sockets.length > 1;
    const body = {
      connectionId: `connection-${this.sockets.length}`,
      user: { userId: 'user-1', username: 'player-1', avatarUrl: '', roles: ['member'] },
      guest: false,
      serverTime: this.nowUs,
      heartbeatIntervalMs: 10_000,
      resumeToken: 'token',
      resumed,
      limits: { chatLength: 500, frameBytes: 65_536, eventsPerMessage: 256, eventsPerSecond: 2_000, eventBurst: 4_000 },
      datagrams: this.datagrams,
    };
    socket.deliver({ kind: 'welcome', body, sequence: resumed ? 0 : 1 });
    if (!resumed) return;
    this.resumes?.(socket);
    this.acceptJoin(socket, 0);
  }

  acceptJoin(socket: FakeSocket, requestId: number): void {
    const { participants } = this;
    const noteNumbers = participants.map(({ number }) => this.noteNumbers[number] ?? 0);
    const body = { room, participants, self: 1, chat: [], welcomeMessage: 'Hello', sounding: [], noteNumbers };
    const sequence = requestId === 0 ? 0 : 2;
    socket.deliver({ kind: 'roomJoined', body, requestId, sequence, serverTime: this.nowUs });
  }

  /** Answers a lobby subscription with a list of one room. */
  showLobby(socket: FakeSocket, requestId: number): void {
    socket.deliver({ kind: 'lobbyUpdate', body: { added: [room], changed: [], removed: [] }, requestId, sequence: 2 });
  }

  refuse(socket: FakeSocket, requestId: number, code: string, details: Record<string, string> = {}): void {
    socket.deliver({ kind: 'error', body: { code, message: 'No.', details }, requestId });
  }

  answer(socket: FakeSocket, message: Message<ClientMember>): void {
    if (message.kind === 'heartbeat' && this.answersHeartbeats) {
      const now = this.nowUs;
      const body = { ...message.body, lastSequence: 0, serverReceiveTime: now, serverSendTime: now };
      socket.deliver({ kind: 'heartbeat', body });
    }
    if (message.kind === 'lobbyCommand') this.showLobby(socket, message.requestId);
    if (message.kind === 'joinRoomCommand' || message.kind === 'createRoomCommand') {
      this.onJoin(socket, message.requestId);
    }
  }
}
