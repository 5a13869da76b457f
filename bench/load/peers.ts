import { decodeServerFrame, encodeFrame } from '@roomtone/protocol';
import { LoadSocket } from './load-socket.ts';
import { clientFrame } from './note.ts';

/** One participant of a room, as the load generator sees it. */
export interface Player {
  readonly link: LoadSocket;
  /** The bytes that send a note to the server. */
  frame(payload: Buffer): Buffer;
  /** Offset of the note's payload in a delivered binary frame. */
  readonly payloadAt: number;
  /** Sends, while nothing is measured, what a client sends every other second; undefined if that is nothing. */
  settle?(): void;
}

/** A server under test, ready for clients. */
export interface Peer {
  readonly name: string;
  /** Joins the room with this name. */
  join(room: string): Promise<Player>;
  /** Opens an idle connection. */
  connect(): Promise<LoadSocket>;
}

const plain = (payload: Buffer) => clientFrame(payload, 2);

export function rawWs(port: number): Peer {
  return {
    name: 'raw-ws',
    join: async (room) => ({ link: await LoadSocket.open(port, `/${room}`), frame: plain, payloadAt: 0 }),
    connect: () => LoadSocket.open(port, '/idle'),
  };
}

export function rawTcp(port: number): Peer {
  return {
    name: 'raw-tcp',
    join: async (room) => ({ link: await LoadSocket.openRaw(port, room), frame: plain, payloadAt: 0 }),
    connect: () => LoadSocket.openRaw(port, 'idle'),
  };
}

/** Engine.IO 4 over WebSocket; a note is an event with one binary attachment. */
export function socketIo(port: number): Peer {
  const event = clientFrame(Buffer.from('451-["n",{"_placeholder":true,"num":0}]'), 1);
  const join = async (room: string): Promise<Player> => {
    const link = await LoadSocket.open(port, `/socket.io/?EIO=4&transport=websocket&room=${room}`);
    await new Promise<void>((resolve) => {
      link.onText = (text) => {
        if (text.startsWith('0')) link.socket.write(clientFrame(Buffer.from('40'), 1));
        if (text.startsWith('40')) resolve();
      };
    });
    link.onText = (text) => {
      if (text === '2') link.socket.write(clientFrame(Buffer.from('3'), 1));
    };
    return { link, frame: (payload) => Buffer.concat([event, plain(payload)]), payloadAt: 0 };
  };
  return { name: 'socket.io', join, connect: async () => (await join('idle')).link };
}

const colyseusCode = { joinRoom: 10, roomDataBytes: 17 } as const;

/** Colyseus: a reservation by HTTP, then a handshake; a note is a message of raw bytes with the type `n`. */
export function colyseus(port: number): Peer {
  const prefix = Buffer.from([colyseusCode.roomDataBytes, 0xa1, 'n'.charCodeAt(0)]);
  const join = async (room: string): Promise<Player> => {
    const reservation = await fetch(`http://127.0.0.1:${port}/matchmake/joinOrCreate/band`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ room }),
    });
    const { processId, roomId, sessionId } = (await reservation.json()) as Record<string, string>;
    const link = await LoadSocket.open(port, `/${processId}/${roomId}?sessionId=${sessionId}`);
    await new Promise<void>((resolve) => {
      link.onBinary = (bytes, start) => {
        if (bytes[start] === colyseusCode.joinRoom) resolve();
      };
    });
    link.socket.write(plain(Buffer.from([colyseusCode.joinRoom])));
    return { link, frame: (payload) => plain(Buffer.concat([prefix, payload])), payloadAt: prefix.length };
  };
  return { name: 'colyseus', join, connect: async () => (await join('idle')).link };
}

/**
 * The real server with everything enabled. All participants are connections of the few accounts with these tokens.
 */
export function roomtone(url: string, tokens: readonly string[]): Peer {
  const port = Number(new URL(url).port);
  const rooms = new Map<string, { token: string; roomId: Promise<string> }>();
  const post = async (token: string, path: string, body: object): Promise<string> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const { data, error } = (await response.json()) as { data?: Record<string, string>; error?: object };
    const wanted = data?.['room_id'] ?? data?.['encrypted_payload'];
    if (wanted === undefined) throw new Error(`${path}: ${JSON.stringify(error)}`);
    return wanted;
  };
  const roomOf = (name: string) => {
    let room = rooms.get(name);
    if (room === undefined) {
      const token = tokens[rooms.size % tokens.length] ?? '';
      room = { token, roomId: post(token, '/api/rooms', { room_name: name, max_users: 500 }) };
      rooms.set(name, room);
    }
    return room;
  };
  return {
    name: 'roomtone',
    async connect() {
      const ticket = await post(tokens[0] ?? '', '/api/auth/websocket-ticket', {});
      return LoadSocket.open(port, `/api/websocket/${ticket}`);
    },
    async join(name) {
      const { token, roomId } = roomOf(name);
      const ticket = await post(token, '/api/auth/websocket-ticket', {});
      const link = await LoadSocket.open(port, `/api/websocket/${ticket}`);
      const body = { roomId: await roomId, password: '' };
      let lastSequence = 0;
      const joined = new Promise<void>((resolve, reject) => {
        link.onBinary = (bytes, start, end) => {
          const message = decodeServerFrame(bytes.subarray(start, end));
          lastSequence = Math.max(lastSequence, message?.sequence ?? 0);
          if (message?.kind === 'roomJoined') resolve();
          if (message?.kind === 'error') reject(new Error(message.body.message));
        };
      });
      link.socket.write(plain(Buffer.from(encodeFrame({ kind: 'joinRoomCommand', body, requestId: 1 }))));
      await joined;
      const settle = () => {
        const heartbeat = { clientTime: 0, lastSequence, serverReceiveTime: 0, serverSendTime: 0 };
        link.socket.write(plain(Buffer.from(encodeFrame({ kind: 'heartbeat', body: heartbeat }))));
      };
      return { link, frame: plain, payloadAt: 0, settle };
    },
  };
}
