import { type ClientMember, type Message, type Participant, type Room, RoomType } from '@roomtone/protocol';
import { welcomeLimits } from '../src/testing/fake-connection.ts';
import { FakeServer } from '../src/testing/fake-server.ts';
import type { FakeSocket } from '../src/testing/fake-socket.ts';

export const room: Room = {
  roomId: 'kitchen-0123456789',
  roomName: 'Kitchen',
  roomOwner: 'user-1',
  roomOwnerName: 'ada',
  roomOwnerDisplayName: 'ada',
  roomType: RoomType.PUBLIC,
  maxUsers: 20,
  currentUsers: 2,
  hasPassword: false,
  createdAt: 1,
  lastActivity: 2,
  settings: { allowChat: true, allowGuests: true, autoModeration: false, welcomeMessage: '' },
  moderators: [],
  players: [],
  stand: '',
};

export function participant(number: number, changes: Partial<Participant> = {}): Participant {
  const rest = {
    userId: `user-${number}`,
    avatarUrl: '',
    color: '#aabbcc',
    instrument: '',
    file: '',
    recording: false,
    direct: false,
    directNear: false,
    talking: false,
    guest: false,
    bot: false,
    member: true,
    muted: false,
  };
  return { number, username: `player-${number}`, displayName: `player-${number}`, joinedAt: 3, ...rest, ...changes };
}

/**
 * The fake server for tests of single frames: it lets everybody join a room that is always the same, and answers
 * nothing else, so that the test can.
 */
export class ScriptedServer extends FakeServer {
  override offsetUs = 5_000_000;
  participants: Participant[] = [participant(1), participant(2)];
  /** The number of each participant's last message of notes, by participant number; 0 if missing. */
  noteNumbers: Readonly<Record<number, number>> = {};
  /** True if it answers offers of data channels. */
  datagrams = false;
  /** If set, later sockets resume the connection, with this replay. */
  resumes: ((socket: FakeSocket) => void) | undefined;
  /** Handles a join; lets the client in unless a test sets something else. */
  onJoin: (socket: FakeSocket, requestId: number) => void = (socket, requestId) => this.acceptJoin(socket, requestId);

  acceptJoin(socket: FakeSocket, requestId: number): void {
    const { participants } = this;
    const noteNumbers = participants.map(({ number }) => this.noteNumbers[number] ?? 0);
    const body = { room, participants, self: 1, chat: [], welcomeMessage: 'Hello', sounding: [], noteNumbers };
    const sequence = requestId === 0 ? 0 : 2;
    socket.deliver({ kind: 'roomJoined', body, requestId, sequence, serverTime: this.nowUs });
  }

  protected override welcome(socket: FakeSocket): void {
    const resumed = this.resumes !== undefined && this.sockets.length > 1;
    const body = {
      connectionId: `connection-${this.sockets.length}`,
      user: { userId: 'user-1', username: 'player-1', displayName: 'player-1', avatarUrl: '', roles: ['member'] },
      guest: false,
      serverTime: this.nowUs,
      heartbeatIntervalMs: 10_000,
      resumeToken: 'token',
      resumed,
      limits: welcomeLimits,
      datagrams: this.datagrams,
      direct: false,
      voice: false,
      stunServers: [],
    };
    socket.deliver({ kind: 'welcome', body, sequence: resumed ? 0 : 1 });
    if (!resumed) return;
    this.resumes?.(socket);
    this.acceptJoin(socket, 0);
  }

  override received(socket: FakeSocket, message: Message<ClientMember>): void {
    const { kind, requestId } = message;
    if (kind === 'heartbeat') this.answerHeartbeat(socket, message);
    if (kind === 'lobbyCommand') {
      const body = { added: [room], changed: [], removed: [] };
      socket.deliver({ kind: 'lobbyUpdate', body, requestId, sequence: 2 });
    }
    if (kind === 'joinRoomCommand' || kind === 'createRoomCommand') this.onJoin(socket, requestId);
  }
}
