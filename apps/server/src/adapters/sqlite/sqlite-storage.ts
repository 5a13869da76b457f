import type { Storage } from '../../ports/storage.ts';
import type { StorageCondition } from '../../ports/storage-condition.ts';
import type { OperationName } from './operations.ts';
import { connectToWorker, type WorkerOptions } from './worker-connection.ts';

export type SqliteStorageOptions = WorkerOptions;

/** Storage that says how it is, and that gives memory back when nobody needs it. */
export type SqliteStorage = Storage & {
  readonly condition: () => StorageCondition;
  readonly giveMemoryBack: () => void;
};

/**
 * Opens SQLite in its worker thread and brings it to this version's schema.
 * @throws when the file cannot be opened, is not ours, is lost or was written by a newer version; the message is for the
 *   host.
 */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<SqliteStorage> {
  const connection = await connectToWorker(options);
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
    giveMemoryBack: () => connection.giveMemoryBack(),
    close: () => connection.close(),
    condition: () => connection.condition(),
  };
}
