import type { Bus } from '../../ports/bus.ts';
import type { KeptConnections } from '../../ports/kept-connections.ts';
import type { Leases } from '../../ports/leases.ts';
import type { PresenceBoard, PresenceChange } from '../../ports/presence.ts';
import type { Processes } from '../../ports/processes.ts';
import type { Log } from '../log.ts';
import type { PresenceNotifier } from '../social/presence-notifier.ts';
import { type News, noOthers, shareNews } from './shared-news.ts';

/** Shared by the processes of a service. */
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

export interface HereDeps extends News {
  readonly log: Pick<Log, 'warn'>;
}

/** Does for the connections of this process what others tell; returns what tells the others. What rooms share is told by them. */
export function joinOthers(sharing: Sharing | undefined, { log, ...here }: HereDeps): News {
  return sharing === undefined ? noOthers : shareNews(sharing.bus, sharing.processes.id, here, log);
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
