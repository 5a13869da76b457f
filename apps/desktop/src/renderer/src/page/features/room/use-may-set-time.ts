import { usePermissions } from './moderation/use-permissions.ts';
import { useRoom } from './room-store.ts';
import { useWhyNotPlay } from './turns/use-why-not-play.ts';

/** True if the user may set the metronome and matched playout here (room rules R9.3); always true alone. */
export function useMaySetTime(): boolean {
  const isAlone = useRoom((state) => state.isAlone);
  return usePermissions().mayModerate || isAlone;
}

/** True if the user may set the metronome: as useMaySetTime(), and where the settings say so whoever may play now (R23.11). */
export function useMaySetMetronome(): boolean {
  const isForPlayers = useRoom((state) => state.room?.settings?.maySetMetronome === 'players');
  const mayPlay = useWhyNotPlay() === undefined;
  return useMaySetTime() || (isForPlayers && mayPlay);
}

interface TimeSetterWords {
  setter(values: { readonly owner: string }): string;
  setterOwner(values: { readonly owner: string }): string;
  readonly setterUnknown: string;
}

/** Says who may set them. */
export function useTimeSetterText(words: TimeSetterWords): string {
  const room = useRoom((state) => state.room);
  if (room === undefined || room.roomOwnerDisplayName === '') return words.setterUnknown;
  return room.roomType === 'private'
    ? words.setterOwner({ owner: room.roomOwnerDisplayName })
    : words.setter({ owner: room.roomOwnerDisplayName });
}
