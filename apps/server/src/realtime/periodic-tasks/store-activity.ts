import type { Log } from '../log.ts';
import type { RoomDirectory } from '../rooms/room-directory.ts';
import type { Activity } from '../social/activity.ts';

export interface StoreActivityDeps {
  readonly rooms: Pick<RoomDirectory, 'flushActivity' | 'flushTempos' | 'flushLoops'>;
  readonly activity: Pick<Activity, 'flush'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Stores the rooms' loops that have changed, in the same way as storeActivity(). */
export async function storeLoops({ rooms, log }: Pick<StoreActivityDeps, 'rooms' | 'log'>): Promise<void> {
  await rooms.flushLoops().catch((error: unknown) => {
    log.warn({ err: error }, 'loops of rooms could not be stored');
  });
}

/** Stores the activity of rooms and users, and the rooms' tempos and loops. Never rejects: what storage does not accept is sent again the next time. */
export async function storeActivity({ rooms, activity, log }: StoreActivityDeps): Promise<void> {
  const ofRooms = rooms.flushActivity().catch((error: unknown) => {
    log.warn({ err: error }, 'activity of rooms could not be stored');
  });
  const tempos = rooms.flushTempos().catch((error: unknown) => {
    log.warn({ err: error }, 'tempos of rooms could not be stored');
  });
  await Promise.all([ofRooms, tempos, storeLoops({ rooms, log }), activity.flush()]);
}
