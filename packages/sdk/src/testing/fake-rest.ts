import {
  type ErrorCode,
  errorTraits,
  fromRest,
  isErrorCode,
  RoomType,
  RoomtoneError,
  restNamesOf,
  roomSettings,
  toRest,
  toWire,
} from '@roomtone/protocol';
import type {
  CreateRoomBody,
  DeletedRoomView,
  HealthView,
  RoomDetails,
  RoomEntry,
  RoomListView,
  RoomTypeName,
  ServerView,
  TicketView,
  UpdateRoomBody,
} from '@roomtone/protocol/rest';
import { checkManages } from '@roomtone/room';
import type { HttpAnswer, HttpRequest } from '../transport/exchange.ts';
import type { FakeAccount, FakeAccounts, FakeSession } from './fake-accounts.ts';
import { roomTypes, unsupported } from './fake-commands.ts';
import type { FakeRoom } from './fake-room.ts';
import type { FakeRooms, RoomFields } from './fake-rooms.ts';

export interface RestContext {
  readonly accounts: FakeAccounts;
  readonly rooms: FakeRooms;
  /** Issues a ticket and returns the address to open. */
  issueTicket(session: FakeSession | undefined, resumeToken: string | undefined): string;
  /** The session ended by a sign-out. */
  signedOut(session: FakeSession): void;
}

/** Answers a REST request as a server does, in its envelope. */
export function answerRest(request: HttpRequest, context: RestContext): HttpAnswer {
  try {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/health') return json(200, health());
    const token = request.headers['authorization']?.replace(/^Bearer /, '');
    const session = context.accounts.signedIn(token);
    const body: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : {};
    const data = route(request.method, pathname, { session, body, query: searchParams }, context);
    return json(200, { success: true, data });
  } catch (error) {
    if (!(error instanceof RoomtoneError) || !isErrorCode(error.code)) throw error;
    return refusalAnswer(error.code, error.message, error.details);
  }
}

function refusalAnswer(code: ErrorCode, message: string, details: object): HttpAnswer {
  return json(errorTraits[code].status, { success: false, error: { code, message, details } });
}

interface Asked {
  readonly session: FakeSession | undefined;
  readonly body: unknown;
  readonly query: URLSearchParams;
}

function route(method: string, path: string, asked: Asked, context: RestContext): unknown {
  const { accounts, rooms } = context;
  const fields = asked.body as Record<string, string | undefined>;
  switch (`${method} ${path}`) {
    case 'GET /api/server':
      return serverView;
    case 'POST /api/auth/register': {
      const { username = '', password, confirm_password, display_name } = fields;
      return accounts.signIn(accounts.register(username, password, confirm_password, display_name));
    }
    case 'POST /api/auth/login':
      return accounts.signIn(accounts.login(fields['username'] ?? '', fields['password'] ?? ''));
    case 'POST /api/auth/refresh':
      return accounts.refresh(fields['refresh_token'] ?? '');
    case 'POST /api/auth/logout': {
      const session = accounts.sessionOf(fields['refresh_token'] ?? '');
      if (session !== undefined) context.signedOut(session);
      return {};
    }
    case 'POST /api/auth/websocket-ticket': {
      const ws_url = context.issueTicket(asked.session, fields['resume_token']);
      return { encrypted_payload: ws_url, ws_url, expires_in: 60 } satisfies TicketView;
    }
    case 'GET /api/rooms':
      return listOf(rooms, asked);
    case 'POST /api/rooms': {
      const body = asked.body as CreateRoomBody;
      const { account } = signedIn(asked);
      return detailsOf(rooms.create(account, roomTypes[body.room_type ?? 'public'], fieldsOf(body)));
    }
  }
  const [, roomId] = /^\/api\/rooms\/([^/]+)$/.exec(path) ?? [];
  if (roomId !== undefined) {
    const room = rooms.get(decodeURIComponent(roomId));
    if (method === 'GET') return detailsOf(room);
    checkManages(room.rules, signedIn(asked).account);
    if (method === 'PUT') {
      rooms.update(room, fieldsOf(asked.body as UpdateRoomBody));
      return detailsOf(room);
    }
    if (method === 'DELETE') {
      rooms.delete(room);
      return { room_id: room.roomId } satisfies DeletedRoomView;
    }
  }
  throw unsupported(`${method} ${path}`);
}

function signedIn({ session }: Asked): FakeSession {
  if (session === undefined) throw new RoomtoneError('AUTHENTICATION_ERROR', 'Sign in first.');
  return session;
}

function listOf(rooms: FakeRooms, { session, query }: Asked): RoomListView {
  const page = Number(query.get('page') ?? 1);
  const limit = Number(query.get('limit') ?? 20);
  const type = query.get('room_type');
  const wanted = rooms.all.filter((room) => {
    if (room.roomType === RoomType.PRIVATE && (type !== 'private' || !concerns(room, session?.account))) return false;
    if (query.get('has_users') === 'true' && room.participants.length === 0) return false;
    return type === null || typeName(room) === type;
  });
  const shown = wanted.slice((page - 1) * limit, page * limit);
  const pages = Math.ceil(wanted.length / limit);
  return { rooms: shown.map(entryOf), pagination: { page, limit, total: wanted.length, pages } };
}

function concerns({ owner, rules }: FakeRoom, account: FakeAccount | undefined): boolean {
  return account !== undefined && (owner === account || rules.moderatorIds.includes(account.userId));
}

function fieldsOf({ room_name, password, max_users, settings }: Partial<CreateRoomBody>): RoomFields {
  return {
    roomName: room_name,
    password: password === null ? '' : password,
    maxUsers: max_users,
    settings: toWire(roomSettings, fromRest(roomSettings, settings)),
  };
}

function typeName(room: FakeRoom): RoomTypeName {
  return room.rules.roomType;
}

function commonOf(room: FakeRoom) {
  return {
    room_id: room.roomId,
    room_name: room.name,
    room_owner: room.owner.userId,
    room_owner_name: room.owner.username,
    room_owner_display_name: room.owner.displayName,
    room_type: typeName(room),
    current_users: room.participants.length,
    max_users: room.rules.maxUsers,
    has_password: room.password !== '',
    created_at: new Date(room.createdAt).toISOString(),
  };
}

function entryOf(room: FakeRoom): RoomEntry {
  return { ...commonOf(room), last_activity: new Date(room.lastActivity).toISOString() };
}

function detailsOf(room: FakeRoom): RoomDetails {
  return {
    ...commonOf(room),
    settings: toRest(roomSettings, room.settings),
    users: room.participants.map(({ userId, avatarUrl, joinedAt, ...names }) => ({
      ...{ user_id: userId, ...restNamesOf(names), avatar_url: avatarUrl },
      joined_at: new Date(joinedAt).toISOString(),
    })),
    moderators: [...room.rules.moderatorIds],
    players: [...room.rules.playerIds],
  };
}

const serverView: ServerView = {
  ...{
    name: 'Fake server',
    version: '0.0.0',
    fingerprint: '',
    registration: 'open',
    guests: 'on',
    invitations: 'off',
    email: 'optional',
    password: 'optional',
    recovery: 'host',
    payments: 'off',
  },
};

function health(): HealthView {
  return { status: 'ok', timestamp: new Date().toISOString() };
}

function json(status: number, body: unknown): HttpAnswer {
  return { status, text: JSON.stringify(body) };
}
