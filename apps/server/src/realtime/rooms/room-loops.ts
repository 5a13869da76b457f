import { type Loop, type LoopCommand, type LoopNews, RoomtoneError, type Transport } from '@roomtone/protocol';
import { decodeLoopNews, encodeLoopNews } from '@roomtone/protocol/loops';
import { decideLoop, headOf, type LoopUser, plansAfter, type RoomLoops, withNews } from '../../domain/loops.ts';
import { isOver, mayModerate, muted } from '../../domain/permissions.ts';
import type { Participant } from '../../domain/room.ts';
import { deletedName } from '../../ports/account-storage.ts';
import type { Recipient, Requester } from '../delivery/recipient.ts';
import type { Codec, Outgoing } from '../sockets/codec.ts';
import type { LiveRoom } from './live-room.ts';
import type { RoomChange } from './room-change.ts';

export interface LiveLoopsDeps {
  readonly codec: Pick<Codec, 'encode'>;
  readonly clock: { serviceUs(): number };
  readonly sendToAll: (message: Outgoing, requester?: Requester) => void;
  /** What is stored of a slot has changed, by a command of this process. */
  readonly onLoop: (slot: number, loops: RoomLoops) => void;
}

/** The loops of a live room. */
export class LiveLoops {
  #loops: RoomLoops;
  readonly #deps: LiveLoopsDeps;

  constructor(loops: RoomLoops, deps: LiveLoopsDeps) {
    this.#loops = loops;
    this.#deps = deps;
  }

  get all(): RoomLoops {
    return this.#loops;
  }

  /** The users who have made loops here. */
  get makers(): readonly string[] {
    return Array.from(this.#loops.bySlot.values(), ({ userId }) => userId);
  }

  /** Applies news, and tells everybody inside. @param news a LoopNews in Base64, as processes share it. */
  take(text: string, sender: number, requester?: Requester): void {
    const body = Buffer.from(text, 'base64');
    const news = decodeLoopNews(body);
    this.#loops = withNews(this.#loops, news);
    const slot = news.loop?.slot ?? news.changed?.slot ?? news.steps?.slot ?? news.removed?.slot;
    if (slot !== undefined && requester !== undefined) this.#deps.onLoop(slot, this.#loops);
    // It only counts a change.
    if (requester === undefined && news.plans?.plans.length === 0) return;
    this.#deps.sendToAll({ kind: 'loopNews', body, sender, serverTime: this.#deps.clock.serviceUs() }, requester);
  }

  /** Sends all loops to one participant, as the answer to their request. */
  list(recipient: Recipient, requestId: number): void {
    const serverTime = this.#deps.clock.serviceUs();
    const { revision, bySlot } = this.#loops;
    const send = (news: LoopNews, answered: number) => {
      const body = encodeLoopNews(news);
      recipient.deliver(this.#deps.codec.encode({ kind: 'loopNews', body, serverTime }), answered);
    };
    for (const loop of bySlot.values()) send({ revision, loop }, 0);
    send({ revision, listed: { slots: [...bySlot.keys()] } }, requestId);
  }
}

/**
 * Carries out a command of somebody inside.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR with reason muted, or loops where only moderators may; and as the domain's
 *   decideLoop() does.
 */
export async function useLoops(
  room: LiveRoom,
  command: LoopCommand,
  actor: { readonly userId: string; readonly roles: readonly string[] },
  requester: Requester,
  clock: { serviceUs(): number },
): Promise<void> {
  for (;;) {
    const participant = room.participants.get(requester.sender);
    const moderates = mayModerate(room.record, actor);
    checkMayLoop(participant, room.record.settings.loops === 'everybody' || moderates, clock.serviceUs());
    const user: LoopUser = { userId: actor.userId, username: participant?.info.username ?? '', moderates };
    const time = { transport: room.time.transport, nowUs: clock.serviceUs() };
    const { news, transport } = decideLoop(room.loops.all, command, user, time);
    const change: RoomChange = { kind: 'loops', ...shared(news), sender: requester.sender, transport };
    if (await room.carryOut(change, requester)) return;
  }
}

/** What else changes with the metronome: the count of the loops' changes, and the plans of those that play. */
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

function checkMayLoop(participant: Participant | undefined, isAllowed: boolean, nowUs: number): void {
  if (participant?.mute?.notes === true && !isOver(participant.mute, nowUs)) throw muted();
  if (isAllowed) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Only the owner and moderators of this room use its loops.', {
    required: ['owner', 'moderator'],
    reason: 'loops',
  });
}
