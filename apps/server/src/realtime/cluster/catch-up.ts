import { LeaveReason } from '@roomtone/protocol';
import type { RoomLoops } from '@roomtone/room';
import type { Entry, Leaving } from '../rooms/room-change.ts';
import type { Known } from './known-participants.ts';
import type { Replica } from './replica.ts';
import type { RoomCommits } from './room-commits.ts';
import { changedFields, fieldOf, type SharedRoom } from './shared-fields.ts';
import { missedNews, sameLoops, shareAgain } from './shared-loops.ts';

export function lost(number: number): Leaving {
  return { number, reason: LeaveReason.LOST, note: '', by: number };
}

/**
 * Brings a replica to what is shared, as somebody sees it who has missed the changes in between, and shares what this process
 * alone knows.
 * @param isLost what was shared before has been lost: nobody leaves because of that.
 */
export function catchUp(
  replica: Replica,
  commits: RoomCommits,
  shared: SharedRoom & { readonly loops: RoomLoops | undefined },
  isLost: boolean,
): void {
  for (const [number, known] of [...replica.known]) {
    if (shared.entries.has(number)) continue;
    if (!isLost) replica.leave(lost(number));
    else if (known.occupant !== undefined) share(commits, known);
  }
  for (const [number, { entry, text }] of shared.entries) {
    compare(replica, commits, { number, entry, text }, shared.mutes);
  }
  compareSettings(replica, shared, isLost);
  if (shared.loops !== undefined) {
    for (const missed of missedNews(replica.room.loops.all, shared.loops)) {
      replica.carryOut({ kind: 'loops', ...missed, sender: 0 });
    }
  }
  if (isLost) shareSettings(replica, commits);
}

function compare(
  replica: Replica,
  commits: RoomCommits,
  { number, entry, text }: { readonly number: number; readonly entry: Entry; readonly text: string },
  mutes: SharedRoom['mutes'],
): void {
  const known = replica.known.get(number);
  const isHere = entry.home === replica.self;
  if (isHere && known?.occupant === undefined) {
    // Somebody who has left while the others could not be told.
    const field = fieldOf.participant(number);
    const commit = { admits: true, requires: { field, text }, remove: [field] };
    commits.fire({ kind: 'left', leaving: lost(number) }, commit);
    return;
  }
  // A mute of a bot's owner is the bot's, too.
  const muted = [entry.personId, entry.info.userId].find((each) => mutes.has(each));
  const mute = muted === undefined ? entry.mute : mutes.get(muted);
  if (!isHere || known === undefined) replica.admit(entry, mute);
  else if (known.text !== text) share(commits, known, text);
  const isSame = JSON.stringify(replica.participant(number)?.mute) === JSON.stringify(mute);
  if (muted !== undefined && !isSame) replica.carryOut({ kind: 'muted', userId: entry.info.userId, mute, by: 0 });
}

function compareSettings(replica: Replica, { transport, playout, offer, turns }: SharedRoom, isLost: boolean): void {
  const { time, ownership, turns: known } = replica.room;
  if (transport !== undefined && JSON.stringify(transport) !== JSON.stringify(time.transport)) {
    const same = sameLoops(replica.room.loops.all.revision);
    replica.carryOut({ kind: 'transport', transport, sender: 0, ...same });
  }
  if (playout !== undefined && JSON.stringify(playout) !== JSON.stringify(time.playout.mode)) {
    replica.carryOut({ kind: 'playout', mode: playout, sender: 0 });
  }
  if (offer !== undefined && offer.expiresAtUs > replica.nowUs && !ownership.isOpen) {
    replica.carryOut({ kind: 'offered', by: offer.by, to: offer.to });
  }
  if (turns !== undefined && JSON.stringify(turns) !== JSON.stringify(known.turns)) {
    replica.carryOut({ kind: 'turns', turns, before: known.turns, sender: 0 });
  } else if (turns === undefined && known.turns !== undefined && !isLost) known.set(undefined, 0);
}

function shareSettings({ room }: Replica, commits: RoomCommits): void {
  const { transport, playout } = room.time;
  commits.fire(...shareAgain(room.loops.all, transport));
  const again = { kind: 'playout', mode: playout.mode, sender: 0 } as const;
  commits.fire(again, changedFields(again, 0));
  const { turns } = room.turns;
  if (turns === undefined) return;
  const change = { kind: 'turns', turns, before: undefined, sender: 0 } as const;
  commits.fire(change, changedFields(change, 0));
}

/** Shares again somebody who is connected here. @param before what is shared of them; absent if that has been lost. */
function share(commits: RoomCommits, { entry, text }: Known, before?: string): void {
  const field = fieldOf.participant(entry.info.number);
  const commit = { admits: true, put: new Map([[field, text]]) };
  const requires = before === undefined ? {} : { requires: { field, text: before } };
  commits.fire({ kind: 'joined', entry, leaving: [] }, { ...commit, ...requires });
}
