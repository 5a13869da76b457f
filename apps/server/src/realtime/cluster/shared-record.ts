// The record that storage has of a shared room. Each process keeps it, and changes of it have their place in the order of the room: a right that
// is given or taken applies to the same notes everywhere.
import type { Commit, RoomBus } from '../../ports/room-bus.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import type { SharedChange } from '../rooms/room-change.ts';
import { fieldOf, type News } from './shared-fields.ts';

/**
 * The change to this record. It has to be read from storage after `known`, which the commit requires: then none that is
 * older follows a newer one.
 * @param known the shared count of these changes, and who might play after the last one; "" if there was none yet.
 */
export function recordChange(
  record: RoomRecord,
  known: string,
  sender: number,
): [Extract<SharedChange, { readonly kind: 'record' }>, Omit<Commit, 'news'>] {
  const [number = '', mayPlayBefore = 'turns'] = known.split(' ');
  const { mayPlay } = record.settings;
  const count = `${Number(number) + 1} ${mayPlay}`;
  const endsTurns = mayPlay !== 'turns' || mayPlayBefore !== 'turns';
  const commit = {
    requires: { field: fieldOf.record, text: known },
    put: new Map([[fieldOf.record, count]]),
    remove: endsTurns ? [fieldOf.turns] : [],
  };
  // Nobody but storage needs the hash.
  const shown = { ...record, passwordHash: undefined };
  return [{ kind: 'record', record: shown, count, endsTurns, sender }, commit];
}

/** Has the processes with participants apply what storage has now of a room without any of this process. @throws {BusUnavailable} */
export async function shareRecord(
  roomId: string,
  { bus, storage }: { readonly bus: RoomBus; readonly storage: Pick<Storage, 'roomById'> },
): Promise<void> {
  for (;;) {
    const known = (await bus.read(roomId)).fields.get(fieldOf.record) ?? '';
    const record = await storage.roomById(roomId);
    if (record === undefined) return;
    const [change, commit] = recordChange(record, known, 0);
    const news: News = { id: '', admits: false, change };
    if ((await bus.commit(roomId, { ...commit, news: JSON.stringify(news) })) === 'done') return;
  }
}

/** True unless something differs that participants notice: activity and tempo have ways of their own. */
export function isSameRecord(one: RoomRecord, other: RoomRecord): boolean {
  const relevant = (record: RoomRecord) =>
    JSON.stringify({ ...record, lastActivity: 0, tempo: undefined, passwordHash: undefined });
  return one.passwordHash === other.passwordHash && relevant(one) === relevant(other);
}
