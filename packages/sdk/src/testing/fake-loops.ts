import { type LoopCommand, type LoopNews, namesOf, type Transport } from '@roomtone/protocol';
import {
  accountRequired,
  checkUsesLoops,
  decideLoop,
  mayModerate,
  noLoops,
  plansAfter,
  type RoomLoops,
  withNews,
} from '@roomtone/room';
import type { FakeConnection } from './fake-connection.ts';
import type { FakeRoom } from './fake-room.ts';

const all = new WeakMap<FakeRoom, RoomLoops>();
const loopsOf = (room: FakeRoom) => all.get(room) ?? noLoops;

/**
 * Carries out a loop command.
 * @throws {RoomtoneError} the refusal, as a server's.
 */
export function useLoops(
  room: FakeRoom,
  connection: FakeConnection,
  command: LoopCommand,
  { requestId, nowUs }: { readonly requestId: number; readonly nowUs: number },
): void {
  const loops = loopsOf(room);
  if (command.list !== undefined) {
    list(loops, connection, requestId);
    return;
  }
  const { account } = connection.session ?? {};
  if (account === undefined) throw accountRequired();
  const moderates = mayModerate(room.rules, account);
  checkUsesLoops(room.rules, room.insiderOf(connection), moderates, nowUs);
  const user = { userId: account.userId, ...namesOf(account), moderates };
  const { news, transport } = decideLoop(loops, command, user, { transport: room.transport, nowUs });
  if (transport !== undefined) {
    room.transport = transport;
    room.broadcast({ kind: 'transport', body: transport });
  }
  all.set(room, withNews(loops, news));
  room.broadcast({ kind: 'loopNews', body: news }, { connection, requestId });
}

/** The metronome was set: loops go on in its beat, and stop with it. */
export function retimeLoops(room: FakeRoom, before: Transport, nowUs: number): void {
  const loops = loopsOf(room);
  const plans = plansAfter(loops, before, room.transport, nowUs);
  if (plans.length === 0) return;
  const news: LoopNews = { revision: loops.revision + 1, plans: { plans } };
  all.set(room, withNews(loops, news));
  room.broadcast({ kind: 'loopNews', body: news });
}

function list({ revision, bySlot }: RoomLoops, connection: FakeConnection, requestId: number): void {
  for (const loop of bySlot.values()) connection.send({ kind: 'loopNews', body: { revision, loop } });
  const listed = { slots: [...bySlot.keys()] };
  connection.send({ kind: 'loopNews', body: { revision, listed }, requestId });
}
