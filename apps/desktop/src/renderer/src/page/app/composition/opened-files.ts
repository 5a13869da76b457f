import type { FilePlayer } from '../../features/playback/file-player.ts';
import { isInside, useRoom } from '../../features/room/room-store.ts';
import type { Bridge } from '../bridge.ts';
import { useAccount } from '../identity/account-store.ts';
import { navigate, pathTo } from '../router.ts';

/** Plays MIDI files that the app is opened by: in the room one is in, or else in the practice room, and so goes there. */
export function playOpenedFiles({ onFile }: Pick<Bridge, 'onFile'>, player: Pick<FilePlayer, 'open'>): void {
  if (onFile === undefined) return;
  let waiting: File | undefined;
  const play = () => {
    if (waiting === undefined || !isPersonKnown() || !isInside(useRoom.getState())) return;
    const file = waiting;
    waiting = undefined;
    void player.open(file);
  };
  const goWhereItPlays = () => {
    if (waiting !== undefined && isPersonKnown() && !isInside(useRoom.getState())) navigate(pathTo('practice'));
  };
  useRoom.subscribe(play);
  useAccount.subscribe(goWhereItPlays);
  onFile((file) => {
    waiting = file;
    play();
    goWhereItPlays();
  });
}

/** Until then it is too early: every screen starts over once it is known who is signed in, and closes the file that plays. */
function isPersonKnown(): boolean {
  const { status } = useAccount.getState();
  return status !== 'restoring' && status !== 'unreachable';
}
