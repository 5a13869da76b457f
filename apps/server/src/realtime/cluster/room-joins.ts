import { LeaveReason } from '@roomtone/protocol';
import type { Participant } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { RoomBus } from '../../ports/room-bus.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { Arrival, OtherProcesses } from '../rooms/other-processes.ts';
import { roomFullNote } from '../rooms/other-processes.ts';
import type { Entry, Leaving } from '../rooms/room-change.ts';
import { lost } from './catch-up.ts';
import type { Known, KnownParticipants } from './known-participants.ts';
import type { NewsInOrder } from './news-in-order.ts';
import type { Replica } from './replica.ts';
import type { RoomCommits } from './room-commits.ts';
import type { RoomDecisions } from './room-decisions.ts';
import { fieldOf, fieldsOfLeaving } from './shared-fields.ts';

export interface RoomJoinsDeps {
  readonly room: LiveRoom;
  readonly known: KnownParticipants;
  readonly bus: Pick<RoomBus, 'processId'>;
  readonly clock: Pick<Clock, 'serviceUs'>;
  readonly order: NewsInOrder;
  readonly commits: RoomCommits;
  readonly decisions: RoomDecisions;
  readonly replica: Replica;
  /** Tells the others what becomes of those who are inside by now. */
  readonly otherProcesses: Pick<OtherProcesses, 'left' | 'updated'>;
}

/** Has those who are connected to this process join a shared room, or go on in it. */
export class RoomJoins {
  readonly #deps: RoomJoinsDeps;

  constructor(deps: RoomJoinsDeps) {
    this.#deps = deps;
  }

  /** See OtherProcesses.join(). */
  async join({ occupant, visitor, requestId, admissions }: Arrival): Promise<boolean> {
    if (!occupant.isOpen) return true;
    const { room, known, bus, clock, commits, decisions, otherProcesses } = this.#deps;
    decisions.checkReachable();
    const before = known.ofConnection(occupant.connection);
    if (before !== undefined) return this.#goOn(before, { occupant, visitor, requestId });
    const former = known.detachedOf(occupant.session)?.entry.info.number;
    let displaced: Participant | undefined;
    try {
      displaced = room.checkJoin(visitor, former === undefined ? undefined : room.participants.get(former));
    } catch (error) {
      // Somebody may have left elsewhere, of which this process has not heard yet.
      if (await this.#hearsMore(admissions)) return false;
      throw error;
    }
    const participant = room.prepare(visitor);
    const leaving: Leaving[] = [];
    if (former !== undefined) leaving.push(lost(former));
    if (displaced !== undefined) {
      leaving.push({ number: displaced.number, reason: LeaveReason.KICKED, note: roomFullNote, by: 0 });
    }
    const { info, personId, address, mute } = participant;
    const { session, connection, isAttached } = occupant;
    const common = {
      session,
      connection,
      from: occupant.address,
      joinedUs: clock.serviceUs(),
      isDetached: !isAttached,
    };
    const entry: Entry = { info, personId, address, mute, home: bus.processId, ...common };
    const text = JSON.stringify(entry);
    const enter = () => {
      known.set(info.number, { entry, text, occupant });
      if (!occupant.isOpen) {
        otherProcesses.left(participant, LeaveReason.LOST, info.number, '');
        return;
      }
      occupant.enter(() => {
        room.admit(participant, { recipient: occupant.recipient, requestId });
        return participant;
      });
      // Its socket may have been lost since.
      otherProcesses.updated(participant);
    };
    const put = new Map([[fieldOf.participant(info.number), text]]);
    const remove = fieldsOfLeaving(
      room,
      leaving.map(({ number }) => number),
    );
    const commit = { admissions, admits: true, put, remove };
    if (await commits.commit({ kind: 'joined', entry, leaving }, commit, { enter })) return true;
    // Decisions made in the meantime are on their way here.
    await decisions.otherAdmissions(admissions);
    return false;
  }

  /** A connection that was in another process goes on here, as the same participant. Resolves with false if they have left. */
  async #goOn(before: Known, { occupant, visitor, requestId }: Omit<Arrival, 'admissions'>): Promise<boolean> {
    const { room, known, bus, order, commits, replica, otherProcesses } = this.#deps;
    const decidedAt = order.version;
    const { number } = before.entry.info;
    const moved = { home: bus.processId, from: occupant.address, isDetached: !occupant.isAttached };
    const entry = { ...before.entry, ...moved };
    const text = JSON.stringify(entry);
    const field = fieldOf.participant(number);
    const enter = () => {
      const participant = room.participants.get(number);
      if (participant === undefined) return;
      // Turns and keys held there have ended with their socket.
      replica.releaseNotes(number);
      participant.blocks = visitor.blocks;
      known.set(number, { entry, text, occupant });
      if (!occupant.isOpen) {
        room.leave(participant, LeaveReason.LOST);
        return;
      }
      room.notes.countOn(participant);
      occupant.enter(() => {
        room.connect(participant, occupant.recipient, requestId);
        return participant;
      });
      otherProcesses.updated(participant);
    };
    const commit = { requires: { field, text: before.text }, put: new Map([[field, text]]) };
    if (await commits.commit({ kind: 'updated', entry }, commit, { enter })) return true;
    // They have left, or something about them has changed: either is on its way here.
    await order.after(decidedAt);
    return false;
  }

  /** Resolves once everything that was changed so far has arrived: with true if that changes who may join. */
  async #hearsMore(admissions: number): Promise<boolean> {
    const { commits, decisions } = this.#deps;
    if (decisions.admissions !== admissions) return true;
    await commits.commit(undefined, {}, {}).catch(() => false);
    return decisions.admissions !== admissions;
  }
}
