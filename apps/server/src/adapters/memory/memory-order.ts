import type { BanRecord, GuestBanRecord, MuteRecord, RoomStorage } from '../../ports/room-storage.ts';
import type { MemoryTables } from './memory-accounts.ts';

type OrderActs = Pick<
  RoomStorage,
  | 'addBan'
  | 'removeBan'
  | 'bansOf'
  | 'banOf'
  | 'addGuestBan'
  | 'removeGuestBan'
  | 'guestBansOf'
  | 'isAddressBanned'
  | 'setMute'
  | 'removeMute'
  | 'muteOf'
>;

/** Bans and mutes of memory storage. They go with their room and their user: those of users that have gone are not found. */
export function memoryOrder({ users, rooms }: Pick<MemoryTables, 'users' | 'rooms'>): {
  readonly acts: OrderActs;
  forgetRoom(roomId: string): void;
} {
  const bans = new Map<string, Omit<BanRecord, 'username'>>();
  const guestBans = new Map<string, GuestBanRecord>();
  const mutes = new Map<string, MuteRecord>();

  const bansHolding = (roomId: string, now: number): BanRecord[] =>
    [...bans.values()].flatMap((ban) => {
      const username = users.get(ban.userId)?.username;
      return ban.roomId === roomId && holds(ban, now) && username !== undefined ? [{ ...ban, username }] : [];
    });
  const guestBansHolding = (roomId: string, now: number): GuestBanRecord[] =>
    [...guestBans.values()].filter((ban) => ban.roomId === roomId && holds(ban, now));
  const muteHolding = (roomId: string, userId: string, now: number): MuteRecord | undefined => {
    const mute = mutes.get(`${roomId} ${userId}`);
    return mute !== undefined && users.has(userId) && holds(mute, now) ? mute : undefined;
  };

  const acts: OrderActs = {
    async addBan(ban) {
      if (rooms.has(ban.roomId) && users.has(ban.userId)) bans.set(`${ban.roomId} ${ban.userId}`, ban);
    },
    async removeBan(roomId, userId, now) {
      const held = bansHolding(roomId, now).some((ban) => ban.userId === userId);
      bans.delete(`${roomId} ${userId}`);
      return held;
    },
    async bansOf(roomId, now) {
      return bansHolding(roomId, now).sort(
        (one, other) => other.bannedAt - one.bannedAt || (one.userId < other.userId ? -1 : 1),
      );
    },
    async banOf(roomId, userId, now) {
      return bansHolding(roomId, now).find((ban) => ban.userId === userId);
    },

    async addGuestBan(ban) {
      if (rooms.has(ban.roomId)) guestBans.set(`${ban.roomId} ${ban.participant}`, ban);
    },
    async removeGuestBan(roomId, participant, now) {
      const held = guestBansHolding(roomId, now).some((ban) => ban.participant === participant);
      guestBans.delete(`${roomId} ${participant}`);
      return held;
    },
    async guestBansOf(roomId, now) {
      return guestBansHolding(roomId, now).sort(
        (one, other) => other.bannedAt - one.bannedAt || one.participant - other.participant,
      );
    },
    async isAddressBanned(roomId, address, now) {
      return guestBansHolding(roomId, now).some((ban) => ban.address === address);
    },

    async setMute(mute) {
      if (rooms.has(mute.roomId) && users.has(mute.userId)) mutes.set(`${mute.roomId} ${mute.userId}`, mute);
    },
    async removeMute(roomId, userId, now) {
      const held = muteHolding(roomId, userId, now);
      mutes.delete(`${roomId} ${userId}`);
      return held !== undefined;
    },
    async muteOf(roomId, userId, now) {
      return muteHolding(roomId, userId, now);
    },
  };

  return {
    acts,
    forgetRoom(roomId) {
      for (const kept of [bans, guestBans, mutes]) {
        for (const [key, record] of kept) if (record.roomId === roomId) kept.delete(key);
      }
    },
  };
}

function holds({ until }: { readonly until: number | undefined }, now: number): boolean {
  return until === undefined || until > now;
}
