import type { Bus } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RecentReads, RememberedAct } from '../../ports/recent-reads.ts';
import type { RoomListRequest } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { Recent } from '../recent.ts';

/**
 * The maximum age of a remembered answer. Writes of this process drop answers immediately; the limit is for host commands,
 * which write from another process and must show within 10 s (S4.9).
 */
export const maxReadAgeMs = 2_000;

/** The number of answers kept of each kind. One of `roomLists` is a page of up to 100 rooms. */
const maxAnswers = { sessions: 2_000, accounts: 2_000, profiles: 500, rooms: 1_000, roomLists: 50 } as const;
type Kind = keyof typeof maxAnswers;

/**
 * Remembers recent answers of the storage, so that asking again costs no trip to its thread.
 * @param bus to the other processes of the service: a write of one makes all of them forget.
 * @returns `storage`, which every operation of this process must go through, and `recent`, which answers from memory. A read
 *   that is called after a write sees that write.
 */
export function rememberReads(
  storage: Storage,
  clock: Pick<Clock, 'serviceUs'>,
  bus?: Bus,
): { readonly storage: Storage; readonly recent: RecentReads } {
  const remember = <Value>(kind: Kind) =>
    new Recent<Value>({ maxAgeMs: maxReadAgeMs, maxAnswers: maxAnswers[kind], clock });
  const sessions = remember<Awaited<ReturnType<Storage['sessionById']>>>('sessions');
  const accounts = remember<Awaited<ReturnType<Storage['userById']>>>('accounts');
  const profiles = remember<Awaited<ReturnType<Storage['profile']>>>('profiles');
  const rooms = remember<Awaited<ReturnType<Storage['roomById']>>>('rooms');
  const roomLists = remember<Awaited<ReturnType<Storage['listRooms']>>>('roomLists');
  const memories = { sessions, accounts, profiles, rooms, roomLists };
  const forget = (kinds: readonly Kind[]) => {
    for (const kind of kinds) memories[kind].forgetAll();
  };
  const tell = bus === undefined ? undefined : tellOthers(bus, forget);
  return {
    storage: {
      ...storage,
      ...forgetting(storage, forget, tell),
    },
    recent: {
      sessionById: (sessionId) => sessions.answer(sessionId, () => storage.sessionById(sessionId)),
      userById: (userId) => accounts.answer(`id ${userId}`, () => storage.userById(userId)),
      userByIdOrName: (idOrName) => accounts.answer(`any ${idOrName}`, () => storage.userByIdOrName(idOrName)),
      profile: (userId) => profiles.answer(userId, () => storage.profile(userId)),
      roomById: (roomId) => rooms.answer(roomId, () => storage.roomById(roomId)),
      // A list of occupied rooms differs every time, so remembering it would be useless.
      listRooms: (request) =>
        request.roomIds === undefined
          ? roomLists.answer(questionOf(request), () => storage.listRooms(request))
          : storage.listRooms(request),
    },
  };
}

/** Everything that a list depends on, including the user whose rooms it shows. */
function questionOf({ page, limit, roomTypes, ofUserId = '' }: RoomListRequest): string {
  return `${page} ${limit} ${roomTypes.join()} ${ofUserId}`;
}

type OtherAct = Exclude<keyof Storage, RememberedAct>;

const none: readonly Kind[] = [];
const ofAccounts: readonly Kind[] = ['accounts', 'profiles'];
const ofRooms: readonly Kind[] = ['rooms', 'roomLists'];
const all = Object.keys(maxAnswers) as Kind[];

/** The kinds of answers that each operation makes outdated. A room is remembered with its owner's name. */
const forgotten: Readonly<Record<OtherAct, readonly Kind[]>> = {
  createUser: ofAccounts,
  updateProfile: [...ofAccounts, ...ofRooms],
  setAvatar: ofAccounts,
  setRoles: ofAccounts,
  setSuspended: ofAccounts,
  changePassword: [...ofAccounts, 'sessions'],
  deleteUser: all,
  addActivity: ['profiles'],
  createSession: ['sessions'],
  rotateSession: ['sessions'],
  deleteSession: ['sessions'],
  deleteSessionsOf: ['sessions'],
  createRoom: [...ofRooms, 'profiles'],
  touchRooms: ofRooms,
  setTempos: ofRooms,
  updateRoom: ofRooms,
  deleteRoom: ofRooms,
  deleteMarkedRooms: ofRooms,
  transferRoom: ofRooms,
  setModerator: ofRooms,
  setNamedPlayer: ofRooms,
  addBot: [...ofAccounts, 'sessions'],
  replaceBotSession: ['sessions'],
  deleteBotSessionsOf: ['sessions'],
  botsOf: none,
  setTotp: ofAccounts,
  removeTotp: ofAccounts,
  removeSecondFactors: ofAccounts,
  addPasskey: ofAccounts,
  removePasskey: ofAccounts,
  spendPasskey: none,
  verifyEmail: ofAccounts,
  recoverPassword: [...ofAccounts, 'sessions'],
  addEmailToken: none,
  userOfEmailToken: none,
  addInvitation: none,
  addWebhook: none,
  webhooks: none,
  changeWebhook: none,
  removeWebhook: none,
  addDeliveries: none,
  webhooksWithDeliveriesDue: none,
  takeDeliveries: none,
  deliveryAttempted: none,
  deliveriesOf: none,
  repeatDelivery: none,
  invitationByToken: none,
  invitations: none,
  removeInvitation: none,
  useInvitation: none,
  createInvitedUser: ofAccounts,
  secondFactorsOf: none,
  spendTotpStep: none,
  setRecoveryCodes: none,
  spendRecoveryCode: none,
  userByLogin: none,
  listUsers: none,
  hasAdmin: none,
  sessionsOf: none,
  requestFriend: none,
  acceptFriend: none,
  removeFriend: none,
  friendsOf: none,
  block: none,
  unblock: none,
  blocksOf: none,
  blockedBotsOf: none,
  blockersOf: none,
  accountData: none,
  hasInvitation: none,
  takeNumbers: none,
  addBan: none,
  removeBan: none,
  bansOf: none,
  banOf: none,
  addGuestBan: none,
  removeGuestBan: none,
  guestBansOf: none,
  isAddressBanned: none,
  setMute: none,
  removeMute: none,
  muteOf: none,
  setLoops: none,
  loopsOf: none,
  addChat: none,
  recentChat: none,
  chatById: none,
  deleteChat: none,
  addDirectMessage: none,
  directMessagesTo: none,
  removeDirectMessages: none,
  billingCustomer: none,
  setBillingCustomer: none,
  applyPaymentEvent: none,
  billingAccount: none,
  setBillingAnnounced: none,
  usersWithBillingDue: none,
  missing: none,
  newestActivity: none,
  markInactiveRooms: none,
  unmarkInactiveRooms: none,
  serviceKey: none,
  addAuditEntries: none,
  auditEntries: none,
  pruneAuditEntries: none,
  addSheet: none,
  sheetsOf: none,
  sheetById: none,
  setListOf: none,
  deleteSheet: ofRooms,
  openSheet: ofRooms,
  setSetList: ofRooms,
  close: none,
};

/** These come every few seconds from every process, and what they change may be a moment old. */
const untold: ReadonlySet<string> = new Set<OtherAct>(['addActivity', 'touchRooms', 'setTempos']);

/** @returns tells the other processes; resolves when the message is on its way, so that it is there before what the caller does next. */
function tellOthers(bus: Bus, forget: (kinds: readonly Kind[]) => void): (kinds: readonly Kind[]) => Promise<void> {
  bus.subscribe('forget', (message) => {
    const kinds = Buffer.from(message).toString('utf8').split(' ');
    forget(all.filter((kind) => kinds.includes(kind)));
  });
  return (kinds) => bus.pass('forget', Buffer.from(kinds.join(' ')));
}

/**
 * The operations that change remembered answers. They drop them when called, because operations are applied in that order.
 * @param tell tells other processes, once storage has the change: what they read before would be outdated again.
 */
function forgetting(
  storage: Storage,
  forget: (kinds: readonly Kind[]) => void,
  tell: ((kinds: readonly Kind[]) => Promise<void>) | undefined,
): Partial<Storage> {
  const changing = Object.entries(forgotten).filter(([, kinds]) => kinds.length > 0);
  return Object.fromEntries(
    changing.map(([name, kinds]) => {
      const act = storage[name as OtherAct] as (...args: readonly unknown[]) => unknown;
      const changed = (...args: readonly unknown[]) => {
        forget(kinds);
        const acting = act(...args);
        if (tell === undefined || untold.has(name)) return acting;
        return (acting as Promise<unknown>).then((outcome) => tell(kinds).then(() => outcome));
      };
      return [name, changed];
    }),
    // Each operation keeps its own parameters and result.
  ) as Partial<Storage>;
}
