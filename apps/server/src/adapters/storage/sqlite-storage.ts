import { Worker } from 'node:worker_threads';
import type { Storage } from '../../ports.ts';
import type { OperationName } from './operations.ts';
import type { StorageAnswer, StorageRequest, WorkerStart } from './worker-messages.ts';

export interface SqliteStorageOptions {
  /** The database file. */
  readonly path: string;
  /** Called when the worker dies unasked; by then every pending act has been rejected. */
  readonly onFailure: (error: Error) => void;
  /** In place of the real worker, for tests of its end. */
  readonly worker?: URL;
}

/**
 * Opens SQLite in its worker thread and brings it to this version's schema.
 * @throws when the file cannot be opened or was written by a newer version.
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  const connection = await connect(options);
  const act =
    <Name extends OperationName>(name: Name) =>
    (...args: Parameters<Storage[Name]>): ReturnType<Storage[Name]> =>
      // The worker runs the operation of the same name, which has the same types.
      connection.act(name, args) as ReturnType<Storage[Name]>;
  return {
    createUser: act('createUser'),
    userById: act('userById'),
    userByLogin: act('userByLogin'),
    createSession: act('createSession'),
    sessionById: act('sessionById'),
    rotateSession: act('rotateSession'),
    deleteSession: act('deleteSession'),
    userByIdOrName: act('userByIdOrName'),
    profile: act('profile'),
    updateProfile: act('updateProfile'),
    setAvatar: act('setAvatar'),
    setRoles: act('setRoles'),
    changePassword: act('changePassword'),
    sessionsOf: act('sessionsOf'),
    deleteSessionsOf: act('deleteSessionsOf'),
    deleteUser: act('deleteUser'),
    addActivity: act('addActivity'),
    requestFriend: act('requestFriend'),
    acceptFriend: act('acceptFriend'),
    removeFriend: act('removeFriend'),
    friendsOf: act('friendsOf'),
    block: act('block'),
    unblock: act('unblock'),
    blocksOf: act('blocksOf'),
    createRoom: act('createRoom'),
    roomById: act('roomById'),
    listRooms: act('listRooms'),
    touchRooms: act('touchRooms'),
    updateRoom: act('updateRoom'),
    deleteRoom: act('deleteRoom'),
    newestActivity: act('newestActivity'),
    markInactiveRooms: act('markInactiveRooms'),
    unmarkInactiveRooms: act('unmarkInactiveRooms'),
    deleteMarkedRooms: act('deleteMarkedRooms'),
    serviceKey: act('serviceKey'),
    takeNumbers: act('takeNumbers'),
    addBan: act('addBan'),
    removeBan: act('removeBan'),
    bansOf: act('bansOf'),
    banOf: act('banOf'),
    addGuestBan: act('addGuestBan'),
    removeGuestBan: act('removeGuestBan'),
    guestBansOf: act('guestBansOf'),
    isAddressBanned: act('isAddressBanned'),
    setMute: act('setMute'),
    removeMute: act('removeMute'),
    muteOf: act('muteOf'),
    transferRoom: act('transferRoom'),
    chatById: act('chatById'),
    deleteChat: act('deleteChat'),
    addDirectMessage: act('addDirectMessage'),
    directMessagesTo: act('directMessagesTo'),
    removeDirectMessages: act('removeDirectMessages'),
    missing: act('missing'),
    billingCustomer: act('billingCustomer'),
    setBillingCustomer: act('setBillingCustomer'),
    applyPaymentEvent: act('applyPaymentEvent'),
    billingAccount: act('billingAccount'),
    setBillingAnnounced: act('setBillingAnnounced'),
    usersWithBillingDue: act('usersWithBillingDue'),
    addChat: act('addChat'),
    recentChat: act('recentChat'),
    close: () => connection.close(),
  };
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Connection {
  act(name: OperationName, args: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

// Run from source, as tests do, Node strips the types itself.
const workerFile = import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js';

/** What it answers with is small and soon gone: 3 MiB less at rest than with Node's own limit. */
const resourceLimits = { maxYoungGenerationSizeMb: 1 };

function connect(options: SqliteStorageOptions): Promise<Connection> {
  const workerData: WorkerStart = { path: options.path };
  const worker = new Worker(options.worker ?? new URL(workerFile, import.meta.url), { workerData, resourceLimits });
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let end: Error | undefined;
  let closed: Promise<void> | undefined;

  const post = (request: StorageRequest) => worker.postMessage(request);
  const rejectAll = (error: Error) => {
    end ??= error;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };

  const connection: Connection = {
    act(name, args) {
      if (end !== undefined) return Promise.reject(end);
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        pending.set(id, { resolve, reject });
        post({ kind: 'act', id, name, args });
      });
    },
    close() {
      closed ??= new Promise((resolve) => {
        if (end !== undefined) return resolve();
        end = new Error('The storage is closed.');
        worker.once('exit', () => resolve());
        post({ kind: 'close' });
      });
      return closed;
    },
  };

  return new Promise((resolve, reject) => {
    let ready = false;
    worker.on('message', (answer: StorageAnswer) => {
      if (answer.kind === 'ready') {
        ready = true;
        resolve(connection);
        return;
      }
      const waiter = pending.get(answer.id);
      pending.delete(answer.id);
      if (answer.kind === 'done') waiter?.resolve(answer.value);
      else waiter?.reject(new Error(answer.message));
    });
    const fail = (error: Error) => {
      const unasked = end === undefined;
      rejectAll(error);
      if (!ready) reject(error);
      else if (unasked) options.onFailure(error);
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('The storage worker ended.')));
  });
}
