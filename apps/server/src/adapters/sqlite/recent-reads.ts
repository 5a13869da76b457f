import type { Clock } from '../../ports/clock.ts';
import type { RecentReads, RememberedAct } from '../../ports/recent-reads.ts';
import type { RoomListRequest } from '../../ports/room-storage.ts';
import type { Storage } from '../../ports/storage.ts';
import { Recent } from '../recent.ts';

/**
 * How old what is remembered may be. Writes of this process make it forget at once; the bound is for host commands, which
 * write beside it and have to show within 10 s (S4.9).
 */
export const maxReadAgeMs = 2_000;

/** Answers remembered of each kind; one of `roomLists` is a page of up to 100 rooms. */
const maxAnswers = { sessions: 2_000, accounts: 2_000, profiles: 500, rooms: 1_000, roomLists: 50 } as const;
type Kind = keyof typeof maxAnswers;

/**
 * Remembers what storage was asked in the last moments, so that the same question again costs no way to it and back.
 * @returns `storage`, through which every act of this process has to go, and `recent`, which answers from memory. A read
 *   that is called after a write sees it.
 */
export function rememberReads(
  storage: Storage,
  clock: Pick<Clock, 'serviceUs'>,
): { readonly storage: Storage; readonly recent: RecentReads } {
  const remember = <Value>(kind: Kind) =>
    new Recent<Value>({ maxAgeMs: maxReadAgeMs, maxAnswers: maxAnswers[kind], clock });
  const sessions = remember<Awaited<ReturnType<Storage['sessionById']>>>('sessions');
  const accounts = remember<Awaited<ReturnType<Storage['userById']>>>('accounts');
  const profiles = remember<Awaited<ReturnType<Storage['profile']>>>('profiles');
  const rooms = remember<Awaited<ReturnType<Storage['roomById']>>>('rooms');
  const roomLists = remember<Awaited<ReturnType<Storage['listRooms']>>>('roomLists');
  const memories = { sessions, accounts, profiles, rooms, roomLists };
  return {
    storage: {
      ...storage,
      ...forgetting(storage, (kinds) => {
        for (const kind of kinds) memories[kind].forgetAll();
      }),
    },
    recent: {
      sessionById: (sessionId) => sessions.answer(sessionId, () => storage.sessionById(sessionId)),
      userById: (userId) => accounts.answer(`id ${userId}`, () => storage.userById(userId)),
      userByIdOrName: (idOrName) => accounts.answer(`any ${idOrName}`, () => storage.userByIdOrName(idOrName)),
      profile: (userId) => profiles.answer(userId, () => storage.profile(userId)),
      roomById: (roomId) => rooms.answer(roomId, () => storage.roomById(roomId)),
      // Who is inside where changes all the time: those lists are not asked for twice.
      listRooms: (request) =>
        request.roomIds === undefined
          ? roomLists.answer(questionOf(request), () => storage.listRooms(request))
          : storage.listRooms(request),
    },
  };
}

/** All that a list depends on; its owner, too, whom alone it may be for. */
function questionOf({ page, limit, roomTypes, ownerId = '' }: RoomListRequest): string {
  return `${page} ${limit} ${roomTypes.join()} ${ownerId}`;
}

type OtherAct = Exclude<keyof Storage, RememberedAct>;

const none: readonly Kind[] = [];
const ofAccounts: readonly Kind[] = ['accounts', 'profiles'];
const ofRooms: readonly Kind[] = ['rooms', 'roomLists'];
const all = Object.keys(maxAnswers) as Kind[];

/** What an act makes wrong of what is remembered. A room is remembered with its owner's name. */
const forgotten: Readonly<Record<OtherAct, readonly Kind[]>> = {
  createUser: ofAccounts,
  updateProfile: [...ofAccounts, ...ofRooms],
  setAvatar: ofAccounts,
  setRoles: ofAccounts,
  changePassword: [...ofAccounts, 'sessions'],
  deleteUser: all,
  addActivity: ['profiles'],
  createSession: ['sessions'],
  rotateSession: ['sessions'],
  deleteSession: ['sessions'],
  deleteSessionsOf: ['sessions'],
  createRoom: [...ofRooms, 'profiles'],
  touchRooms: ofRooms,
  updateRoom: ofRooms,
  deleteRoom: ofRooms,
  deleteMarkedRooms: ofRooms,
  transferRoom: ofRooms,
  userByLogin: none,
  sessionsOf: none,
  requestFriend: none,
  acceptFriend: none,
  removeFriend: none,
  friendsOf: none,
  block: none,
  unblock: none,
  blocksOf: none,
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
  close: none,
};

/** The acts that change what is remembered, which is forgotten as they are called: acts are applied in that order. */
function forgetting(storage: Storage, forget: (kinds: readonly Kind[]) => void): Partial<Storage> {
  const changing = Object.entries(forgotten).filter(([, kinds]) => kinds.length > 0);
  return Object.fromEntries(
    changing.map(([name, kinds]) => {
      const act = storage[name as OtherAct] as (...args: readonly unknown[]) => unknown;
      const changed = (...args: readonly unknown[]) => {
        forget(kinds);
        return act(...args);
      };
      return [name, changed];
    }),
    // Each act keeps its own parameters and result.
  ) as Partial<Storage>;
}
