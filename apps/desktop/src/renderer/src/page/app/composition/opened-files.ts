import type { FilePlayer } from '../../features/playback/file-player.ts';
import { isInside, useRoom } from '../../features/room/room-store.ts';
import type { Bridge } from '../bridge.ts';
import { useAccount } from '../identity/account-store.ts';
import { navigate, pathTo } from '../router.ts';

/** Plays MIDI files that open the app: in the current room, or otherwise in the practice room, which it opens. */
export function playOpenedFiles({ onFile }: Pick<Bridge, 'onFile'>, player: Pick<FilePlayer, 'open'>): void {
  if (onFile === undefined) return;
  let waiting: File | undefined;
  const play = () => {
    if (waiting === undefined || !isAccountKnown() || !isInside(useRoom.getState())) return;
    const file = waiting;
    waiting = undefined;
    void player.open(file);
  };
  const goToPractice = () => {
    if (waiting !== undefined && isAccountKnown() && !isInside(useRoom.getState())) navigate(pathTo('practice'));
  };
  useRoom.subscribe(play);
  useAccount.subscribe(goToPractice);
  onFile((file) => {
    waiting = file;
    play();
    goToPractice();
  });
}

/** Before that it is too early: every screen starts over once the account is known, and closes the file that plays. */
function isAccountKnown(): boolean {
  const { status } = useAccount.getState();
  return status !== 'restoring' && status !== 'unreachable';
}
