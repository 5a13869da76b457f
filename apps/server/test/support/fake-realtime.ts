import type { PresenceStatusName } from '@roomtone/protocol/rest';
import type { UserActivity } from '../../src/ports/account-storage.ts';
import type { LiveParticipant } from '../../src/ports/live-rooms.ts';
import type { createRealtime, RealtimeDeps } from '../../src/realtime/realtime.ts';

/** Rooms with whomever a test puts into them, and a record of what the application told realtime. */
export interface FakeRealtime {
  readonly create: typeof createRealtime;
  readonly endedSessions: string[];
  /** What it was told about accounts and rooms, ended sessions among it: the method and what it got, in order. */
  readonly told: readonly (readonly [method: string, ...args: unknown[]])[];
  /** What the application gave it. */
  readonly deps: () => RealtimeDeps;
  putInside(roomId: string, participants: readonly LiveParticipant[]): void;
  /** Activity that storage has not been told of. */
  setActivity(roomId: string, lastActivity: number): void;
  /** Where a user is; offline unless told. */
  setPresence(userId: string, status: PresenceStatusName, currentRoom: string): void;
  /** What a user has done that storage has not been told of. */
  setPending(userId: string, over: Partial<UserActivity>): void;
  /** Users that the application saw at work. */
  readonly seen: readonly string[];
}

export function createFakeRealtime(): FakeRealtime {
  const inside = new Map<string, readonly LiveParticipant[]>();
  const activity = new Map<string, number>();
  const endedSessions: string[] = [];
  const told: [string, ...unknown[]][] = [];
  const presence = new Map<string, { status: PresenceStatusName; currentRoom: string }>();
  const pending = new Map<string, UserActivity>();
  const seen: string[] = [];
  const nothing = (userId: string): UserActivity => ({ userId, notes: 0, playedMs: 0, lastSeen: 0 });
  let given: RealtimeDeps | undefined;
  return {
    create(deps) {
      given = deps;
      return {
        rooms: {
          occupancy: (roomId) => inside.get(roomId)?.length ?? 0,
          occupiedRoomIds: () => [...inside.keys()],
          participants: (roomId) => inside.get(roomId) ?? [],
          lastActivity: (roomId) => activity.get(roomId) ?? 0,
          async flushActivity() {
            const told = Array.from(activity, ([roomId, lastActivity]) => ({ roomId, lastActivity }));
            activity.clear();
            await deps.storage.touchRooms(told);
          },
        },
        connected: () => [],
        handleUpgrade: (_request, socket) => socket.destroy(),
        presence: {
          of: async (userId) => presence.get(userId) ?? { status: 'offline', currentRoom: '' },
        },
        activity: {
          seen: (userId) => seen.push(userId),
          pending: (userId) => pending.get(userId) ?? nothing(userId),
        },
        sessionEnded(sessionId) {
          endedSessions.push(sessionId);
          told.push(['sessionEnded', sessionId]);
        },
        forceSignOut: (userId) => told.push(['forceSignOut', userId]),
        accountChanged: (account) => told.push(['accountChanged', account]),
        notify: (userId, notification) => told.push(['notify', userId, notification]),
        blockChanged: (userId, otherId, isBlocked) => told.push(['blockChanged', userId, otherId, isBlocked]),
        accountDeleted: (userId) => told.push(['accountDeleted', userId]),
        roomCreated: () => {},
        roomUpdated: (record) => told.push(['roomUpdated', record]),
        closeRooms: (roomIds, reason) => told.push(['closeRooms', roomIds, reason]),
        shutdown: async () => {},
      };
    },
    endedSessions,
    told,
    seen,
    setPresence: (userId, status, currentRoom) => presence.set(userId, { status, currentRoom }),
    setPending: (userId, over) => pending.set(userId, { ...nothing(userId), ...over }),
    deps() {
      if (given === undefined) throw new Error('The application has not been built.');
      return given;
    },
    putInside: (roomId, participants) => inside.set(roomId, participants),
    setActivity: (roomId, lastActivity) => activity.set(roomId, lastActivity),
  };
}
