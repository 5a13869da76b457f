import { decodeLoopNews, type LoopNews } from '@roomtone/protocol';
import { type RoomLoops, withNews } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { Recipient, Requester } from '../delivery/recipient.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Codec, Outgoing } from '../sockets/codec.ts';
import { GatheredSteps } from './gathered-steps.ts';

export interface LiveLoopsDeps {
  readonly codec: Pick<Codec, 'encode'>;
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly sendToAll: (message: Outgoing, requester?: Requester) => void;
  /** The stored form of a slot has changed. @param isOwn by a command that this process has carried out. */
  readonly onLoop: (slot: number, loops: RoomLoops, isOwn: boolean) => void;
}

/** The loops of a live room. */
export class LiveLoops {
  #loops: RoomLoops;
  readonly #deps: LiveLoopsDeps;
  readonly #gathered: GatheredSteps;

  constructor(loops: RoomLoops, deps: LiveLoopsDeps) {
    this.#loops = loops;
    this.#deps = deps;
    this.#gathered = new GatheredSteps(deps, (steps, sender) => {
      this.#send({ revision: this.#loops.revision, steps }, sender);
    });
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
    const news = decodeLoopNews(Buffer.from(text, 'base64'));
    this.#loops = withNews(this.#loops, news);
    const slot = news.loop?.slot ?? news.changed?.slot ?? news.steps?.slot ?? news.removed?.slot;
    if (slot !== undefined) this.#deps.onLoop(slot, this.#loops, requester !== undefined);
    // It only counts a change.
    if (requester === undefined && news.plans?.plans.length === 0) return;
    if (news.steps !== undefined && this.#gathered.add(news.steps, sender)) {
      // Whoever has set them needs the answer now, and gets them again in the order in which everybody does.
      requester?.recipient?.deliver(this.#encoded(news, sender), requester.requestId);
      return;
    }
    this.#gathered.flush();
    this.#send(news, sender, requester);
  }

  /** The room is closed: nothing is sent any more. */
  clear(): void {
    this.#gathered.clear();
  }

  /** Sends all loops to one participant, as the answer to their request. */
  list(recipient: Recipient, requestId: number): void {
    this.#gathered.flush();
    const { revision, bySlot } = this.#loops;
    const send = (body: LoopNews, answered: number) => recipient.deliver(this.#encoded(body), answered);
    for (const loop of bySlot.values()) send({ revision, loop }, 0);
    send({ revision, listed: { slots: [...bySlot.keys()] } }, requestId);
  }

  #send(body: LoopNews, sender: number, requester?: Requester): void {
    this.#deps.sendToAll({ kind: 'loopNews', body, sender, serverTime: this.#deps.clock.serviceUs() }, requester);
  }

  #encoded(body: LoopNews, sender = 0): Uint8Array {
    return this.#deps.codec.encode({ kind: 'loopNews', body, sender, serverTime: this.#deps.clock.serviceUs() });
  }
}
