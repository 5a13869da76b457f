import type { Bus } from '../../ports/bus.ts';
import type { KeptConnections } from '../../ports/kept-connections.ts';
import type { Leases } from '../../ports/leases.ts';
import type { PresenceBoard, PresenceChange } from '../../ports/presence.ts';
import type { Processes } from '../../ports/processes.ts';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Log } from '../log.ts';
import type { PresenceNotifier } from '../social/presence-notifier.ts';
import { type News, noOthers, shareNews } from './shared-news.ts';

/** What the processes of a service share. */
export interface Sharing {
  readonly bus: Bus;
  readonly processes: Processes;
  readonly leases: Leases;
  readonly kept: KeptConnections;
  readonly presence: PresenceBoard & {
    /** Removes what a process that is gone has shown; calls back for every user whose presence that changes. */
    forget(processId: string, changed: (userId: string, change: PresenceChange) => void): Promise<void>;
  };
}

export interface HereDeps extends Omit<News, 'roomChanged'> {
  readonly storage: Pick<Storage, 'roomById'>;
  roomUpdated(record: RoomRecord): void;
  readonly log: Pick<Log, 'warn'>;
}

/** Does for the connections of this process what others tell; returns what tells the others. */
export function joinOthers(sharing: Sharing | undefined, here: HereDeps): News {
  if (sharing === undefined) return noOthers;
  const { storage, roomUpdated, log, ...acts } = here;
  const roomChanged = (roomId: string) => {
    const reading = storage.roomById(roomId).then((record) => {
      if (record !== undefined) roomUpdated(record);
    });
    reading.catch((error: unknown) => log.warn({ err: error, roomId }, 'a room that has changed could not be read'));
  };
  return shareNews(sharing.bus, sharing.processes.id, { ...acts, roomChanged }, log);
}

/** Keeps presence right when processes end, and when this one was cut off. */
export function watchProcesses(
  sharing: Sharing | undefined,
  { notifier, renewPresence }: { readonly notifier: PresenceNotifier; readonly renewPresence: () => void },
): void {
  if (sharing === undefined) return;
  const { bus, processes, presence } = sharing;
  processes.onInheritance((id) => presence.forget(id, notifier.changedElsewhere));
  processes.onReturn(renewPresence);
  bus.onReconnect(renewPresence);
}
