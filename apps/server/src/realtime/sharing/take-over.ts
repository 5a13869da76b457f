import { RoomtoneError, serviceLimits } from '@roomtone/protocol';
import type { KeptConnection, KeptConnections } from '../../ports/kept-connections.ts';
import type { Identity } from '../../ports/tickets.ts';
import type { Connection } from '../connections/connection.ts';
import type { Connections } from '../connections/connections.ts';
import type { StreamStart } from '../connections/reliable-stream.ts';
import type { Log } from '../log.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import { errorBody } from '../rooms/wire-bodies.ts';
import type { Codec } from '../sockets/codec.ts';
import type { Sharing } from './sharing.ts';

export interface TakeOverDeps {
  readonly kept: Pick<KeptConnections, 'take'>;
  readonly codec: Pick<Codec, 'decodeSent'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Makes the connection, which waits for a socket. */
  readonly restore: (connectionId: string, identity: Identity, start: StreamStart) => Connection;
  /** Has the connection join its room again, without a password: it was inside. */
  readonly rejoin: (connection: Connection, roomId: string) => Promise<void>;
  /** Direct messages that are in its stream already. */
  readonly adoptMessages: (userId: string, connection: Connection, sent: ReadonlyMap<string, number>) => void;
}

/**
 * The process before may have sent frames that the copy does not have. Ours begin after any of them, so that the client takes none of
 * ours for one that it has.
 */
const gap = 2 * serviceLimits.resumeBuffer.messages;

/**
 * Makes the function that goes on with a connection that another process has begun (S31.9): its stream with everything that is not
 * acknowledged, then what was said in its room since, then the room. It resolves with undefined if there is none for this newcomer.
 */
function createTakeOver(deps: TakeOverDeps) {
  return async (connectionId: string, newcomer: Identity): Promise<Connection | undefined> => {
    const { log } = deps;
    const kept = await deps.kept.take(connectionId).catch(() => undefined);
    if (kept === undefined || sessionOf(kept.identity) !== sessionOf(newcomer)) return undefined;
    const { sequence, frames } = kept;
    const connection = deps.restore(connectionId, newcomer, { sequence: sequence + gap, frames });
    try {
      restoreMessages(deps, connection, kept);
      answerUnanswered(connection, kept);
      if (kept.room !== undefined) {
        connection.beforeJoining((room) => sendMissedChat(deps, connection, kept, room));
        await deps.rejoin(connection, kept.room.roomId);
      }
    } catch (error) {
      if (!(error instanceof RoomtoneError))
        log.warn({ err: error, connectionId }, 'a connection could not be taken over');
      connection.socket.giveUp();
      return undefined;
    }
    log.info({ connectionId }, 'taken over from another process');
    return connection.socket.canResume ? connection : undefined;
  };
}

/** The same for a process that may be alone; connections of this process are given away when others ask. */
export function takeOverWith(
  sharing: Sharing | undefined,
  connections: Pick<Connections, 'detachForOthers'>,
  deps: Omit<TakeOverDeps, 'kept'>,
): ReturnType<typeof createTakeOver> {
  if (sharing === undefined) return async () => undefined;
  const { kept } = sharing;
  kept.onAsked((connectionId) => connections.detachForOthers(connectionId));
  return createTakeOver({ ...deps, kept });
}

/** What was accepted there and not answered may have been carried out. */
function answerUnanswered(connection: Connection, { begun, frames }: KeptConnection): void {
  const answered = new Set(frames.map(({ requestId }) => requestId));
  for (const requestId of begun.filter((one) => !answered.has(one)).sort((one, other) => one - other)) {
    const error = new RoomtoneError(
      'SERVER_ERROR',
      'The server stopped while it carried this out. It may have been done.',
    );
    connection.send({ kind: 'error', body: errorBody(error) }, requestId);
  }
}

function restoreMessages(
  { codec, adoptMessages }: TakeOverDeps,
  connection: Connection,
  { frames }: KeptConnection,
): void {
  const { identity } = connection;
  if (identity.kind === 'guest') return;
  const sent = new Map<string, number>();
  for (const { frame, sequence } of frames) {
    const message = codec.decodeSent(frame);
    if (message?.kind !== 'notification' || message.body.directMessage === undefined) continue;
    sent.set(message.body.directMessage.messageId, sequence);
  }
  adoptMessages(identity.userId, connection, sent);
}

/** Sends what was said since the last chat message that the process before has sent to this client. */
function sendMissedChat({ codec }: TakeOverDeps, connection: Connection, kept: KeptConnection, room: LiveRoom): void {
  const sent = [kept.chat, ...kept.frames.map(({ frame }) => frame)].flatMap((frame) => {
    const message = frame === undefined ? undefined : codec.decodeSent(frame);
    return message?.kind === 'chatMessage' ? [message.body.messageId] : [];
  });
  const last = sent.at(-1);
  const { messages } = room.history;
  const known = messages.findIndex(({ messageId }) => messageId === last);
  const joinedAt = kept.room?.joinedAt ?? 0;
  const missed =
    last === undefined ? messages.filter(({ timestamp }) => timestamp >= joinedAt) : messages.slice(known + 1);
  for (const body of missed) connection.send({ kind: 'chatMessage', body, sender: 0 }, 0);
}

/** Undefined for a guest. */
function sessionOf(identity: Identity): string | undefined {
  return identity.kind === 'user' ? identity.sessionId : undefined;
}
