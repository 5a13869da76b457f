// Carries out the participants' commands about the loops of a live room.
import {
  encodeLoopNews,
  type Loop,
  type LoopCommand,
  type LoopNews,
  RoomtoneError,
  type Transport,
} from '@roomtone/protocol';
import type { RoomActor } from '../../application/rooms/room-fields.ts';
import { decideLoop, headOf, type LoopUser, plansAfter, withNews } from '../../domain/loops.ts';
import { isOver, mayModerate, type RoomRules } from '../../domain/permissions.ts';
import { notesRefused } from '../../domain/rights.ts';
import type { Participant } from '../../domain/room.ts';
import { deletedName } from '../../ports/account-storage.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from './live-room.ts';
import type { RoomChange } from './room-change.ts';

/**
 * Carries out a command of somebody inside.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason muted, may_play, or loops where only moderators may; and as the domain's
 *   decideLoop() does.
 */
export async function useLoops(
  room: LiveRoom,
  command: LoopCommand,
  actor: RoomActor,
  requester: Requester,
  clock: { serviceUs(): number },
): Promise<void> {
  for (;;) {
    const user = loopUser(room, actor, requester, clock);
    const time = { transport: room.time.transport, nowUs: clock.serviceUs() };
    const { news, transport } = decideLoop(room.loops.all, command, user, time);
    const change: RoomChange = { kind: 'loops', ...shared(news), sender: requester.sender, transport };
    if (await room.carryOut(change, requester)) return;
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
  if (participant !== undefined) checkMayLoop(room.record, participant, moderates, clock.serviceUs());
  return { userId: actor.userId, username: participant?.info.username ?? actor.username, moderates };
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
    const changed: Loop = { ...headOf(loop), userId: '', username: deletedName };
    await room.carryOut({ kind: 'loops', ...shared({ revision: revision + 1, changed }), sender: 0 });
  }
}

function shared(news: LoopNews): { readonly news: string; readonly revision: number } {
  return { news: Buffer.from(encodeLoopNews(news)).toString('base64'), revision: news.revision };
}

/** Those who moderate a room use its loops even where they may not play now. */
function checkMayLoop(rules: RoomRules, participant: Participant, moderates: boolean, nowUs: number): void {
  const isMuted = participant.mute?.notes === true && !isOver(participant.mute, nowUs);
  if (isMuted || !(participant.mayPlay || moderates)) throw notesRefused(rules, participant, nowUs);
  if (rules.settings.mayLoop === 'everybody' || moderates) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only the owner and moderators of this room use its loops.', {
    required: ['owner', 'moderator'],
    reason: 'may_loop',
  });
}
