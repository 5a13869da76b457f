import { RoomType } from '@roomtone/protocol';
import { usePowers } from './moderation/use-powers.ts';
import { useRoom } from './room-store.ts';

/** Whether one may set the metronome and matched playout here, as moderators of the room may (room rules R9.3); alone always. */
export function useMaySetTime(): boolean {
  const isAlone = useRoom((state) => state.isAlone);
  return usePowers().moderates || isAlone;
}

interface TimeSetterWords {
  setter(owner: string): string;
  setterOwner(owner: string): string;
  readonly setterUnknown: string;
}

/** Who may, in words. */
export function useTimeSetterText(words: TimeSetterWords): string {
  const room = useRoom((state) => state.room);
  if (room === undefined || room.roomOwnerName === '') return words.setterUnknown;
  return room.roomType === RoomType.PRIVATE ? words.setterOwner(room.roomOwnerName) : words.setter(room.roomOwnerName);
}
