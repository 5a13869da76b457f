// Carries out the participants' commands about the loops of a live room.
import {
  encodeLoopNews,
  type Loop,
  type LoopCommand,
  type LoopNews,
  namesOf,
  type Transport,
} from '@roomtone/protocol';
import { checkUsesLoops, decideLoop, headOf, type LoopUser, mayModerate, plansAfter, withNews } from '@roomtone/room';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import type { ByteBudget } from '../../domain/byte-budgets.ts';
import type { CommandLimits } from '../../domain/command-limits.ts';
import { deletedName } from '../../ports/account-storage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from './live-room.ts';
import type { RoomChange } from './room-change.ts';

/**
 * Carries out a command of somebody inside.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason muted, may_play, or loops where only moderators may; RATE_LIMIT_EXCEEDED with
 *   reason bytes (S38.1); and as the domain's decideLoop() does.
 */
export async function useLoops(
  room: LiveRoom,
  command: LoopCommand,
  actor: LoopActor,
  requester: Requester,
  { clock, limits }: LoopUse,
): Promise<void> {
  const edits = command.setSteps?.edits.length;
  // Before anything is worked out: a flood of steps that is refused must cost next to nothing.
  if (edits !== undefined) pay(room, actor, ['loopNews'], edits * bytesOfEdit, { clock, limits });
  let isPaid = edits !== undefined;
  for (;;) {
    const user = loopUser(room, actor, requester, clock);
    const time = { transport: room.time.transport, nowUs: clock.serviceUs() };
    const { news, transport } = decideLoop(room.loops.all, command, user, time);
    const isWhole = news.loop !== undefined;
    const said = shared(news);
    const bytes = Math.ceil((said.news.length * 3) / 4);
    if (!isPaid) pay(room, actor, isWhole ? ['loopNews', 'loops'] : ['loopNews'], bytes, { clock, limits });
    isPaid = true;
    const change: RoomChange = { kind: 'loops', ...said, sender: requester.sender, transport };
    if (await room.carryOut(change, requester)) return;
  }
}

/** The user of the loops, and who they are for budgets. */
export interface LoopActor extends RoomActor {
  readonly personId: string;
  readonly addressBlock: string;
}

export interface LoopUse {
  readonly clock: Pick<Clock, 'nowMs' | 'serviceUs'>;
  readonly limits: Pick<CommandLimits, 'spend'>;
}

/** A step that is set, as listeners get it. */
const bytesOfEdit = 8;

function pay(
  { record }: LiveRoom,
  { personId, addressBlock }: LoopActor,
  budgets: readonly ByteBudget[],
  bytes: number,
  { clock, limits }: LoopUse,
): void {
  const now = { nowMs: clock.nowMs(), nowUs: clock.serviceUs() };
  for (const budget of budgets) {
    const refusal = limits.spend(budget, { personId, roomId: record.roomId, addressBlock }, bytes, now);
    if (refusal !== undefined) throw refusal;
  }
}

/**
 * Checks that commands are possible one after another; nothing changes.
 * @throws {RoomtoneError} as useLoops() does.
 */
export function checkLoopCommands(
  room: LiveRoom,
  commands: readonly LoopCommand[],
  actor: RoomActor,
  requester: Requester,
  clock: { serviceUs(): number },
): void {
  const user = loopUser(room, actor, requester, clock);
  let loops = room.loops.all;
  let { transport } = room.time;
  for (const command of commands) {
    const decided = decideLoop(loops, command, user, { transport, nowUs: clock.serviceUs() });
    loops = withNews(loops, decided.news);
    transport = decided.transport ?? transport;
  }
}

/** The user of the loops. They need not be inside if they moderate the room. */
function loopUser(room: LiveRoom, actor: RoomActor, { sender }: Requester, clock: { serviceUs(): number }): LoopUser {
  const participant = room.participants.get(sender);
  const moderates = mayModerate(room.record, actor);
  if (participant !== undefined) checkUsesLoops(room.record, participant, moderates, clock.serviceUs());
  return { userId: actor.userId, ...namesOf(participant?.info ?? actor), moderates };
}

/** Everything else that changes with the metronome: the count of the loops' changes, and the plans of those that play. */
export function loopsWithTransport(room: LiveRoom, after: Readonly<Transport>, nowUs: number) {
  const plans = plansAfter(room.loops.all, room.time.transport, after, nowUs);
  return shared({ revision: room.loops.all.revision + 1, plans: { plans } });
}

/** The account of a loop's maker was deleted: the loop stays, under the name `deleted`. */
export async function forgetLoopMaker(room: LiveRoom, userId: string): Promise<void> {
  for (;;) {
    const { revision, bySlot } = room.loops.all;
    const loop = [...bySlot.values()].find((each) => each.userId === userId);
    if (loop === undefined) return;
    const changed: Loop = { ...headOf(loop), userId: '', ...namesOf({ username: deletedName }) };
    await room.carryOut({ kind: 'loops', ...shared({ revision: revision + 1, changed }), sender: 0 });
  }
}

function shared(news: LoopNews): { readonly news: string; readonly revision: number } {
  return { news: Buffer.from(encodeLoopNews(news)).toString('base64'), revision: news.revision };
}
