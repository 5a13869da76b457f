import type { ModerationTarget, RoomModeration, RoomUser } from '@roomtone/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { failureText } from '../../ui/failure-text.ts';
import { notify, notifyUndoable } from '../../ui/toast-store.ts';

/** How often the list of people is read again while it is shown. */
const rereadMs = 3_000;

const usersKey = (roomId: string) => ['room', roomId, 'users'] as const;

/** The people in a room now. */
export function useRoomUsers(roomId: string) {
  const { client } = useParts();
  return useQuery({
    queryKey: usersKey(roomId),
    queryFn: async () => (await client.api.rooms.get(roomId)).users,
    refetchInterval: rereadMs,
    gcTime: 0,
  });
}

export type Muting = Pick<RoomModeration, 'chat' | 'notes' | 'seconds'>;

/** Moderates a room that this user need not be in. Actions that can be undone offer an undo. */
export function useModerateRoom(roomId: string) {
  const { client } = useParts();
  const queries = useQueryClient();
  const words = strings.moderation;
  const act = async (moderation: RoomModeration) => {
    await client.api.rooms.moderate(roomId, moderation);
    await queries.invalidateQueries({ queryKey: usersKey(roomId) });
  };
  const undo = (action: 'unban' | 'unmute', user: RoomUser, done: (name: string) => string) =>
    act({ action, target: targetOf(user) }).then(
      () => notify(done(user.username)),
      (error: unknown) => notify(failureText(error)),
    );
  const unmute = (user: RoomUser) => undo('unmute', user, words.unmuted);
  return {
    unmute,
    async kick(user: RoomUser, reason: string) {
      await act({ action: 'kick', target: targetOf(user), reason });
      notify(words.kicked(user.username));
    },
    async ban(user: RoomUser, seconds: number, reason: string) {
      await act({ action: 'ban', target: targetOf(user), seconds, reason });
      notifyUndoable(words.banned(user.username), () => void undo('unban', user, words.unbanned));
    },
    async mute(user: RoomUser, muting: Muting) {
      await act({ action: 'mute', target: targetOf(user), ...muting });
      notifyUndoable(words.muted(user.username), () => void unmute(user));
    },
  };
}

/** A user is targeted on all connections; a guest has only one. */
function targetOf({ userId, participantId }: RoomUser): ModerationTarget {
  return userId === '' ? { participantId } : { userId };
}
