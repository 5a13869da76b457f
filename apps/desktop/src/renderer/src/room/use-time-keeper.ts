import { RoomType } from '@roomtone/protocol';
import { useAccount } from '../account/account-store.ts';
import { maySetTime } from './may-set-time.ts';
import { useRoom } from './room-store.ts';

/** Whether one may set the metronome and matched playout here; alone always. */
export function useMaySetTime(): boolean {
  const room = useRoom((state) => state.room);
  const isAlone = useRoom((state) => state.isAlone);
  const account = useAccount((state) => (state.status === 'signed-in' ? state.account : undefined));
  return isAlone || (room !== undefined && maySetTime(room, account));
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
