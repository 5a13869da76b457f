import { useAccount } from '../app/identity/account-store.ts';
import { navigate, pathTo } from '../app/router.ts';
import type { FilePlayer, FileStart } from '../features/playback/file-player.ts';
import { isInside, useRoom } from '../features/room/room-store.ts';

/** Plays a file in the current room, or otherwise in the practice room, which it opens. */
export type PlaySomewhere = (file: File, start?: FileStart) => void;

export function createPlaySomewhere(player: Pick<FilePlayer, 'open'>): PlaySomewhere {
  let waiting: { readonly file: File; readonly start: FileStart | undefined } | undefined;
  const play = () => {
    if (waiting === undefined || !isAccountKnown() || !isInside(useRoom.getState())) return;
    const { file, start } = waiting;
    waiting = undefined;
    void player.open(file, start);
  };
  const goToPractice = () => {
    if (waiting !== undefined && isAccountKnown() && !isInside(useRoom.getState())) navigate(pathTo('practice'));
  };
  useRoom.subscribe(play);
  useAccount.subscribe(goToPractice);
  return (file, start) => {
    waiting = { file, start };
    play();
    goToPractice();
  };
}

/** Before that it is too early: every screen starts over once the account is known, and closes the file that plays. */
function isAccountKnown(): boolean {
  const { status } = useAccount.getState();
  return status !== 'restoring' && status !== 'unreachable';
}
