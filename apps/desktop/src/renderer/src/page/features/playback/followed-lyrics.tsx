import { useFollowedSong } from './followed-song.ts';
import { Lyrics } from './lyrics.tsx';
import { usePlayback } from './playback-store.ts';

/** The lyrics of what somebody else plays for everyone. */
export function FollowedLyrics() {
  const song = useFollowedSong((state) => state.song);
  const showsLyrics = usePlayback((state) => state.showsLyrics);
  return song === undefined || !showsLyrics ? null : <Lyrics lyrics={song.lyrics} positionUs={song.positionUs} />;
}
