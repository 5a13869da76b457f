import type { PresenceStatusName } from '@roomtone/protocol/rest';
import type { UserActivity } from '../../src/ports/account-storage.ts';
import type { LiveParticipant } from '../../src/ports/live-rooms.ts';
import type { createRealtime } from '../../src/realtime/realtime.ts';
import type { RealtimeDeps } from '../../src/realtime/realtime-types.ts';
import { fakeFromOutside } from './fake-from-outside.ts';

/** A double of realtime: a test puts participants into its rooms, and it records the application's calls. */
export interface FakeRealtime {
  readonly create: typeof createRealtime;
  readonly endedSessions: string[];
  /** Calls about accounts, sessions and rooms, in order: the method and its arguments. */
  readonly calls: readonly (readonly [method: string, ...args: unknown[]])[];
  /** The dependencies that the application passed. */
  readonly deps: () => RealtimeDeps;
  setParticipants(roomId: string, participants: readonly LiveParticipant[]): void;
  /** Sets the time of a room's last activity, which is not in storage yet. */
  setActivity(roomId: string, lastActivity: number): void;
  /** Sets a user's presence, which is offline by default. */
  setPresence(userId: string, status: PresenceStatusName, currentRoom: string): void;
  /** Sets a user's activity that is not in storage yet. */
  setPending(userId: string, over: Partial<UserActivity>): void;
  /** The users whose activity the application reported. */
  readonly seen: readonly string[];
}

export function createFakeRealtime(): FakeRealtime {
  const inside = new Map<string, readonly LiveParticipant[]>();
  const activity = new Map<string, number>();
  const endedSessions: string[] = [];
  const calls: [string, ...unknown[]][] = [];
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
          isInside: (roomId, userId) => (inside.get(roomId) ?? []).some((one) => one.userId === userId),
          life: () => undefined,
          lastActivity: (roomId) => activity.get(roomId) ?? 0,
          async flushActivity() {
            const rooms = Array.from(activity, ([roomId, lastActivity]) => ({ roomId, lastActivity }));
            activity.clear();
            await deps.storage.touchRooms(rooms);
          },
        },
        open: async () => {},
        connected: () => [],
        isConnectedFrom: () => false,
        closeFrom: () => 0,
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
          calls.push(['sessionEnded', sessionId]);
        },
        forceSignOut: (userId) => calls.push(['forceSignOut', userId]),
        invitationRevoked: (invitationId) => calls.push(['invitationRevoked', invitationId]),
        accountChanged: (account) => calls.push(['accountChanged', account]),
        notify: (userId, notification) => calls.push(['notify', userId, notification]),
        blockChanged: (userId, otherId, isBlocked) => calls.push(['blockChanged', userId, otherId, isBlocked]),
        accountDeleted: (userId) => calls.push(['accountDeleted', userId]),
        roomCreated: () => {},
        roomUpdated(record) {
          calls.push(['roomUpdated', record]);
        },
        moderate: async (actor, roomId, command) => {
          calls.push(['moderate', actor.userId, roomId, command]);
        },
        fromOutside: fakeFromOutside(deps),
        closeRooms: (roomIds, reason) => calls.push(['closeRooms', roomIds, reason]),
        shutdown: async () => {},
      };
    },
    endedSessions,
    calls,
    seen,
    setPresence: (userId, status, currentRoom) => presence.set(userId, { status, currentRoom }),
    setPending: (userId, over) => pending.set(userId, { ...nothing(userId), ...over }),
    deps() {
      if (given === undefined) throw new Error('The application has not been built.');
      return given;
    },
    setParticipants: (roomId, participants) => inside.set(roomId, participants),
    setActivity: (roomId, lastActivity) => activity.set(roomId, lastActivity),
  };
}
