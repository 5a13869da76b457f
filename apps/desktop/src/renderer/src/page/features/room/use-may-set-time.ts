import { usePermissions } from './moderation/use-permissions.ts';
import { useRoom } from './room-store.ts';

/** True if the user may set the metronome and matched playout here (room rules R9.3); always true alone. */
export function useMaySetTime(): boolean {
  const isAlone = useRoom((state) => state.isAlone);
  return usePermissions().mayModerate || isAlone;
}

interface TimeSetterWords {
  setter(owner: string): string;
  setterOwner(owner: string): string;
  readonly setterUnknown: string;
}

/** Says who may set them. */
export function useTimeSetterText(words: TimeSetterWords): string {
  const room = useRoom((state) => state.room);
  if (room === undefined || room.roomOwnerName === '') return words.setterUnknown;
  return room.roomType === 'private' ? words.setterOwner(room.roomOwnerName) : words.setter(room.roomOwnerName);
}
