import type { Activity } from '../social/activity.ts';
import type { Sharing } from './sharing.ts';

/** Users who begin or cease to be in rooms at a process. */
interface Playing {
  readonly from: string;
  readonly users: readonly (readonly [userId: string, isInRoom: boolean])[];
  /** Nobody else is in a room there. */
  readonly isAll: boolean;
}

const channel = 'playing';

/**
 * Has the time of a user who is in rooms at several processes count once (S15.2): at the first of these processes, in the order of
 * their ids. In the moment until the others have heard, it may count twice, or not at all.
 * @returns stops it.
 */
export function sharePlaying(
  sharing: Sharing | undefined,
  activity: Pick<Activity, 'inRooms' | 'isInRoom' | 'count' | 'onPlaying' | 'isCountedElsewhere'>,
): () => void {
  if (sharing === undefined) return () => {};
  const { bus, processes } = sharing;
  /** By process. */
  const elsewhere = new Map<string, Set<string>>();

  activity.isCountedElsewhere = (userId) => {
    for (const [id, users] of elsewhere) if (id < processes.id && users.has(userId)) return true;
    return false;
  };
  const set = (from: string, userId: string, isInRoom: boolean) => {
    // Up to now it was as before.
    activity.count(userId);
    const users = elsewhere.get(from) ?? new Set();
    elsewhere.set(from, users);
    if (isInRoom) users.add(userId);
    else users.delete(userId);
    if (users.size === 0) elsewhere.delete(from);
  };
  const forget = (from: string, except: ReadonlySet<string> = new Set()) => {
    for (const userId of elsewhere.get(from) ?? []) if (!except.has(userId)) set(from, userId, false);
  };
  const stopHearing = bus.subscribe(channel, (message) => {
    const { from, users, isAll } = JSON.parse(Buffer.from(message).toString('utf8')) as Playing;
    if (from === processes.id) return;
    if (isAll) forget(from, new Set(users.map(([userId]) => userId)));
    for (const [userId, isInRoom] of users) set(from, userId, isInRoom);
  });
  const tell = (users: Playing['users'], isAll: boolean) => {
    if (!bus.isReady) return;
    const playing: Playing = { from: processes.id, users, isAll };
    bus.publish(channel, Buffer.from(JSON.stringify(playing)));
  };
  const tellAll = () =>
    tell(
      activity.inRooms().map((userId) => [userId, true]),
      true,
    );
  activity.onPlaying = (userId) => tell([[userId, activity.isInRoom(userId)]], false);
  processes.onGone((id) => forget(id));
  processes.onArrival(tellAll);
  processes.onReturn(tellAll);
  bus.onReconnect(tellAll);
  return stopHearing;
}
