import type { Bridge } from '../../app/bridge.ts';
import { useAccount } from '../../app/identity/account-store.ts';
import { navigate, pathTo } from '../../app/router.ts';
import type { FilePlayer } from '../playback/file-player.ts';
import { isInside, useRoom } from './room-store.ts';

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

/** Until then it is too early: every screen begins anew once it is known who sits here, and clears the stand. */
function isPersonKnown(): boolean {
  const { status } = useAccount.getState();
  return status !== 'restoring' && status !== 'unreachable';
}
