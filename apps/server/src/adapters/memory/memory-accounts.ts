import type { SessionRecord, UserRecord } from '../../ports/account-storage.ts';
import { type AccountStorage, deletedName, type ProfileRecord } from '../../ports/account-storage.ts';
import type { ChatRecord, RoomRecord } from '../../ports/room-storage.ts';

type AccountActs = Omit<
  AccountStorage,
  'createUser' | 'userById' | 'userByLogin' | 'createSession' | 'sessionById' | 'rotateSession' | 'deleteSession'
>;

/** What memory storage keeps, as far as it goes with an account. */
export interface MemoryTables {
  readonly users: Map<string, UserRecord>;
  readonly sessions: Map<string, SessionRecord>;
  readonly rooms: Map<string, Omit<RoomRecord, 'ownerName'>>;
  readonly chat: Map<string, ChatRecord[]>;
}

type Extras = Omit<ProfileRecord, 'user'>;

/** The acts on accounts, and what other acts tell them. */
export interface MemoryAccounts {
  readonly acts: AccountActs;
  roomCreated(ownerId: string): void;
  /** When each user was seen last. */
  lastSeen(): readonly number[];
}

/** @param onDeleted forgets what others keep of an account. */
export function memoryAccounts(tables: MemoryTables, onDeleted: (userId: string) => void): MemoryAccounts {
  const { users, sessions, rooms, chat } = tables;
  const extras = new Map<string, Extras>();

  const extrasOf = ({ userId, createdAt }: UserRecord): Extras =>
    extras.get(userId) ?? {
      theme: 'dark',
      notifications: true,
      lastSeen: createdAt,
      totalNotes: 0,
      playedMs: 0,
      roomsCreated: 0,
    };
  const change = (userId: string, changed: (now: Extras) => Partial<Extras>): void => {
    const user = users.get(userId);
    if (user === undefined) return;
    const now = extrasOf(user);
    extras.set(userId, { ...now, ...changed(now) });
  };
  const endSessions = (userId: string, kept?: string): string[] => {
    const ended = [...sessions.values()].filter((one) => one.userId === userId && one.sessionId !== kept);
    for (const { sessionId } of ended) sessions.delete(sessionId);
    return ended.map(({ sessionId }) => sessionId);
  };
  const profile = async (userId: string): Promise<ProfileRecord | undefined> => {
    const user = users.get(userId);
    return user === undefined ? undefined : { user, ...extrasOf(user) };
  };
  const isTaken = (userId: string, field: 'username' | 'email', text: string | null | undefined): boolean =>
    [...users.values()].some(
      (user) => user.userId !== userId && text != null && user[field]?.toLowerCase() === text.toLowerCase(),
    );

  const acts: AccountActs = {
    async userByIdOrName(idOrName) {
      const name = idOrName.toLowerCase();
      return users.get(idOrName) ?? [...users.values()].find((user) => user.username.toLowerCase() === name);
    },
    profile,
    async updateProfile(userId, { username, email, ...settings }) {
      const user = users.get(userId);
      if (isTaken(userId, 'username', username)) return { taken: 'username' };
      if (isTaken(userId, 'email', email)) return { taken: 'email' };
      if (user === undefined) return undefined;
      users.set(userId, {
        ...user,
        username: username ?? user.username,
        email: email === undefined ? user.email : (email ?? undefined),
      });
      change(userId, ({ theme, notifications }) => ({
        theme: settings.theme ?? theme,
        notifications: settings.notifications ?? notifications,
      }));
      return profile(userId);
    },
    async setAvatar(userId, avatarName) {
      const user = users.get(userId);
      if (user === undefined) return undefined;
      const { avatarName: previous, ...rest } = user;
      users.set(userId, avatarName === undefined ? rest : { ...rest, avatarName });
      return { previous };
    },
    async setRoles(userId, roles) {
      const user = users.get(userId);
      if (user !== undefined) users.set(userId, { ...user, roles });
      return users.get(userId);
    },
    async changePassword(userId, passwordHash, keptSessionId) {
      const user = users.get(userId);
      if (user !== undefined) users.set(userId, { ...user, passwordHash });
      return endSessions(userId, keptSessionId);
    },
    async sessionsOf(userId, now) {
      const alive = [...sessions.values()].filter((one) => one.userId === userId && one.expiresAt > now);
      return alive.sort(lastUsedFirst);
    },
    async deleteSessionsOf(userId) {
      return endSessions(userId);
    },
    async deleteUser(userId) {
      const user = users.get(userId);
      const sessionIds = endSessions(userId);
      const owned = [...rooms.values()].filter(({ ownerId }) => ownerId === userId);
      for (const { roomId } of owned) {
        rooms.delete(roomId);
        chat.delete(roomId);
      }
      for (const [roomId, messages] of chat) {
        const renamed = messages.map((one) =>
          one.userId === userId ? { ...one, userId: '', username: deletedName } : one,
        );
        chat.set(roomId, renamed);
      }
      if (user === undefined) return undefined;
      users.delete(userId);
      extras.delete(userId);
      onDeleted(userId);
      return { sessionIds, roomIds: owned.map(({ roomId }) => roomId), avatarName: user.avatarName };
    },
    async addActivity(activity) {
      for (const { userId, notes, playedMs, lastSeen } of activity) {
        change(userId, (now) => ({
          totalNotes: now.totalNotes + notes,
          playedMs: now.playedMs + playedMs,
          lastSeen: Math.max(now.lastSeen, lastSeen),
        }));
      }
    },
  };

  return {
    acts,
    lastSeen: () => [...users.values()].map((user) => extrasOf(user).lastSeen),
    roomCreated: (ownerId) => change(ownerId, ({ roomsCreated }) => ({ roomsCreated: roomsCreated + 1 })),
  };
}

function lastUsedFirst(one: SessionRecord, other: SessionRecord): number {
  if (one.lastUsed !== other.lastUsed) return other.lastUsed - one.lastUsed;
  if (one.createdAt !== other.createdAt) return other.createdAt - one.createdAt;
  return one.sessionId < other.sessionId ? -1 : 1;
}
