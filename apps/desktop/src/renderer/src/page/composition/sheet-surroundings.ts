import type { FilePlayer } from '../features/playback/file-player.ts';
import { usePlayback } from '../features/playback/playback-store.ts';
import { type Score, scoreOf } from '../features/playback/score.ts';
import { barAt } from '../features/playback/score-tempo.ts';
import type { PlayedSheet } from '../features/sheets/reading/played-sheet.ts';
import type { SheetSurroundings } from '../features/sheets/sheet-controller.ts';
import type { Stage } from '../playing/stage/stage.ts';

/** Joins sheets with the file that plays and with what sounds. */
export function sheetSurroundings(player: FilePlayer, stage: Stage): Omit<SheetSurroundings, 'started' | 'beat'> {
  /** The sheet that was loaded as a file last. */
  let loaded: { readonly played: PlayedSheet; readonly score: Score; readonly firstUs: number } | undefined;
  return {
    practice(name, played) {
      const tracks = played.tracks.map((track, index, all) => ({
        ...track,
        events: [...track.events],
        // The staves of a part have its name, and follow each other.
        part: track.name === '' ? index : all.findIndex(({ name }) => name === track.name),
      }));
      const firstUs = Math.min(...tracks.map(({ events }) => events[0]?.timeUs ?? Number.POSITIVE_INFINITY));
      const score = scoreOf(name, tracks, played.tempos);
      player.load(score);
      loaded = { played, score, firstUs };
    },
    position(played) {
      const { score } = player;
      if (score === undefined) return undefined;
      const { isPlaying } = usePlayback.getState();
      const us = player.positionUs;
      // A score starts with its first note, a sheet with its first bar.
      if (played !== undefined && loaded?.score === score && loaded.played === played) {
        return { of: 'sheet', us: us === 0 ? 0 : us + loaded.firstUs, isMoving: isPlaying };
      }
      return { of: 'other', bar: barAt(score.tempos, us), isMoving: isPlaying };
    },
    seek: (us) => player.seek(us - (loaded?.firstUs ?? 0)),
    onPracticed(played, listener) {
      const tell = ({ result, isPlaying }: ReturnType<typeof usePlayback.getState>) => {
        const isThis = !isPlaying && loaded !== undefined && loaded.score === player.score && loaded.played === played;
        const { firstUs = 0 } = loaded ?? {};
        listener(isThis ? result.map((note) => ({ ...note, timeUs: note.timeUs + firstUs })) : []);
      };
      tell(usePlayback.getState());
      return usePlayback.subscribe((now, before) => {
        if (now.result !== before.result || now.isPlaying !== before.isPlaying) tell(now);
      });
    },
    onSounding: (listener) => stage.onSounding(listener),
    sounding: () => stage.soundingKeys(),
  };
}
