import type { LiveParticipant } from '../../src/ports.ts';
import type { createRealtime, RealtimeDeps } from '../../src/realtime/realtime.ts';

/** Rooms with whomever a test puts into them, and a record of what the application told realtime. */
export interface FakeRealtime {
  readonly create: typeof createRealtime;
  readonly endedSessions: string[];
  /** What the application gave it. */
  readonly deps: () => RealtimeDeps;
  putInside(roomId: string, participants: readonly LiveParticipant[]): void;
  /** Activity that storage has not been told of. */
  setActivity(roomId: string, lastActivity: number): void;
}

export function createFakeRealtime(): FakeRealtime {
  const inside = new Map<string, readonly LiveParticipant[]>();
  const activity = new Map<string, number>();
  const endedSessions: string[] = [];
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
        handleUpgrade: (_request, socket) => socket.destroy(),
        sessionEnded: (sessionId) => endedSessions.push(sessionId),
        shutdown: async () => {},
      };
    },
    endedSessions,
    deps() {
      if (given === undefined) throw new Error('The application has not been built.');
      return given;
    },
    putInside: (roomId, participants) => inside.set(roomId, participants),
    setActivity: (roomId, lastActivity) => activity.set(roomId, lastActivity),
  };
}
