import type { Log } from '../log.ts';
import type { RoomDirectory } from '../rooms/room-directory.ts';
import type { Activity } from '../social/activity.ts';

export interface StoreActivityDeps {
  readonly rooms: Pick<RoomDirectory, 'flushActivity'>;
  readonly activity: Pick<Activity, 'flush'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Stores the activity of rooms and users. Never rejects: what storage does not accept is sent again the next time. */
export async function storeActivity({ rooms, activity, log }: StoreActivityDeps): Promise<void> {
  const ofRooms = rooms.flushActivity().catch((error: unknown) => {
    log.warn({ err: error }, 'activity of rooms could not be stored');
  });
  await Promise.all([ofRooms, activity.flush()]);
}
