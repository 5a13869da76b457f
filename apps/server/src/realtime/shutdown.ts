import { closeCodes } from '@roomtone/protocol';
import type { PacedWork } from '../application/paced-work.ts';
import type { Connections } from './connections/connections.ts';
import { type StoreActivityDeps, storeActivity } from './periodic-tasks/store-activity.ts';
import type { RoomDirectory } from './rooms/room-directory.ts';

export interface ShutdownDeps extends StoreActivityDeps {
  readonly gateway: { drain(): void; closed(): Promise<void> };
  readonly connections: Connections;
  readonly rooms: RoomDirectory;
  readonly paced: Pick<PacedWork, 'turn'>;
  readonly cluster?: { close(): void } | undefined;
  /** Stop the periodic tasks that use sockets. */
  readonly stopFirst: readonly (() => void)[];
  /** Stop the tasks that use storage; each resolves when its task is not running. */
  readonly stopLast: readonly (() => Promise<void>)[];
}

/** Accepts no more connections and closes all of them (1001). Resolves when sockets are closed and writes are done. */
export async function shutDown(deps: ShutdownDeps): Promise<void> {
  const { gateway, connections, rooms, paced, cluster, stopFirst, stopLast } = deps;
  gateway.drain();
  for (const stop of stopFirst) stop();
  const closed = gateway.closed();
  for (const connection of connections) {
    await paced.turn();
    connection.close(closeCodes.shutdown);
  }
  await closed;
  await Promise.all([rooms.settled(), ...stopLast.map((stop) => stop())]);
  cluster?.close();
  await storeActivity(deps);
}
