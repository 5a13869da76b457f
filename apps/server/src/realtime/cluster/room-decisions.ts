import type { Clock } from '../../ports/clock.ts';
import type { RoomBus, SharedState } from '../../ports/room-bus.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { RoomChange } from '../rooms/room-change.ts';
import type { TurnsChange } from '../rooms/room-turns.ts';
import type { NewsInOrder } from './news-in-order.ts';
import type { Replica } from './replica.ts';
import { isUnreachable, type RoomCommits, unreachable } from './room-commits.ts';
import { changedFields, fieldOf, type News } from './shared-fields.ts';
import { type LoopsChange, loopsCommit } from './shared-loops.ts';
import { recordChange } from './shared-record.ts';

export interface RoomDecisionsDeps {
  readonly room: LiveRoom;
  readonly bus: Pick<RoomBus, 'isUp'>;
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly storage: Pick<Storage, 'roomById'>;
  readonly order: NewsInOrder;
  readonly commits: RoomCommits;
  readonly replica: Replica;
  /** The others do not know of the chat at this position. */
  readonly chatUntold: (position: number) => void;
}

/** Decisions of this process about a shared room, in one order with those of the others. */
export class RoomDecisions {
  readonly #deps: RoomDecisionsDeps;
  #admissions = 0;
  /** The shared count of the changes of loops and metronome; "" if there was none yet. */
  #loopsKnown = '';
  /** The same of what storage has of the room. */
  #recordKnown = '';

  constructor(deps: RoomDecisionsDeps) {
    this.#deps = deps;
  }

  get admissions(): number {
    return this.#admissions;
  }

  /** Counts what was decided. */
  taken({ admits, change }: News): void {
    if (admits) this.#admissions++;
    if (change?.kind === 'loops' || change?.kind === 'transport') this.#loopsKnown = String(change.revision);
    if (change?.kind === 'record') this.#recordKnown = change.count;
  }

  /** Counts from what is shared. */
  caughtUp({ admissions, fields }: SharedState): void {
    this.#admissions = admissions;
    this.#loopsKnown = fields.get(fieldOf.loops) ?? '';
    this.#recordKnown = fields.get(fieldOf.record) ?? '';
  }

  /** @throws {RoomtoneError} SERVER_ERROR if the others cannot be reached. */
  checkReachable(): void {
    if (!this.#deps.order.isInStep || !this.#deps.bus.isUp) throw unreachable();
  }

  /** Resolves once there have been other admissions than these, or nobody knows. */
  async otherAdmissions(admissions: number): Promise<void> {
    const { order } = this.#deps;
    while (this.#admissions === admissions && order.isInStep) await order.after(order.version);
  }

  /** See OtherProcesses.change(). */
  async change(change: RoomChange, requester?: Requester): Promise<boolean> {
    const { clock, commits, replica, chatUntold } = this.#deps;
    try {
      this.checkReachable();
      if (change.kind === 'loops' || change.kind === 'transport') return await this.#changeLoops(change, requester);
      await commits.commit(change, changedFields(change, clock.serviceUs()), { requester });
    } catch (error) {
      if (change.kind !== 'chat' || !isUnreachable(error)) throw error;
      // It is stored: those who are connected here get it now, and the others as soon as they can be reached.
      replica.carryOut(change, requester);
      chatUntold(change.message.position ?? 0);
    }
    return true;
  }

  /** See OtherProcesses.changeTurns(). */
  async changeTurns(change: TurnsChange, requester?: Requester): Promise<boolean> {
    this.checkReachable();
    const { clock, commits, order } = this.#deps;
    const decidedAt = order.version;
    const commit = changedFields(change, clock.serviceUs());
    if (await commits.commit(change, commit, { requester })) return true;
    // Other turns are on their way here.
    await order.after(decidedAt);
    return false;
  }

  /** See OtherProcesses.changeRecord(). */
  async changeRecord(requester?: Requester): Promise<boolean> {
    const { commits, order, room, storage } = this.#deps;
    for (;;) {
      this.checkReachable();
      const known = this.#recordKnown;
      const record = await storage.roomById(room.record.roomId);
      if (record === undefined) return false;
      const enter = () => room.update(record, requester);
      const [change, commit] = recordChange(record, known, requester?.sender ?? 0);
      if (await commits.commit(change, commit, { enter })) return true;
      while (this.#recordKnown === known && order.isInStep) await order.after(order.version);
    }
  }

  async #changeLoops(change: LoopsChange, requester: Requester | undefined): Promise<boolean> {
    const { commits, order, room } = this.#deps;
    const known = this.#loopsKnown;
    const commit = loopsCommit(change, room.loops.all, known);
    if (await commits.commit(change, commit, { requester })) return true;
    // Decisions made in the meantime are on their way here.
    while (this.#loopsKnown === known && order.isInStep) await order.after(order.version);
    return false;
  }
}
