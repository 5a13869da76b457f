import { RoomType } from '@roomtone/protocol';
import { usePowers } from './moderation/use-powers.ts';
import { useRoom } from './room-store.ts';

/** Whether one may set the metronome and matched playout here, as who keeps order may (room rules R9.3); alone always. */
export function useMaySetTime(): boolean {
  const isAlone = useRoom((state) => state.isAlone);
  return usePowers().keepsOrder || isAlone;
}

interface KeeperWords {
  keeper(owner: string): string;
  keeperPrivate(owner: string): string;
  readonly keeperNobody: string;
}

/** Who may, in words. */
export function useKeeperText(words: KeeperWords): string {
  const room = useRoom((state) => state.room);
  if (room === undefined || room.roomOwnerName === '') return words.keeperNobody;
  return room.roomType === RoomType.PRIVATE
    ? words.keeperPrivate(room.roomOwnerName)
    : words.keeper(room.roomOwnerName);
}
