import { useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { useParts } from '../../app/app-parts.ts';
import { useInvitations } from '../../app/servers/use-invitations.ts';
import { roomStrings } from '../../room-strings.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { failureText } from '../../ui/failure-text.ts';
import { doUnlessUndone, notify } from '../../ui/toast-store.ts';
import type { LobbyRoom } from './lobby-rooms.ts';

/** Rooms about to be deleted, which are hidden unless the deletion is undone. */
export const useRoomsBeingDeleted = create<{ readonly roomIds: ReadonlySet<string> }>()(() => ({ roomIds: new Set() }));

/** Deletes a room, unless that is undone within a few seconds. */
export function useDeleteRoom(): (room: LobbyRoom) => void {
  const { client } = useParts();
  const queries = useQueryClient();
  return ({ id, name }) => {
    const setDeleting = (isDeleting: boolean) =>
      useRoomsBeingDeleted.setState(({ roomIds }) => {
        const next = new Set(roomIds);
        if (isDeleting) next.add(id);
        else next.delete(id);
        return { roomIds: next };
      });
    const act = async () => {
      try {
        await client.api.rooms.delete(id);
        await queries.invalidateQueries({ queryKey: ['rooms'] });
      } catch (error) {
        notify(strings.lobby.notDeleted({ room: isolated(name), why: failureText(error) }));
      }
      setDeleting(false);
    };
    setDeleting(true);
    doUnlessUndone(
      strings.lobby.deleted({ room: isolated(name) }),
      () => void act(),
      () => setDeleting(false),
    );
  };
}

/** Copies a room's link, which for a private room is the invitation. */
export function useCopyLink(): (roomId: string) => void {
  const { bridge } = useParts();
  const inviteTo = useInvitations();
  return (roomId) => {
    const { link, reach } = inviteTo(roomId);
    bridge.copyText(link).then(
      () => notify(reach === 'others' ? strings.room.copied : roomStrings.invite.copiedHere),
      () => notify(strings.room.copyFailed),
    );
  };
}
