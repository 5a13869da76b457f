import { shownTitle } from '../../../../shared/library/library-index.ts';
import { libraryLimits } from '../../../../shared/library/library-limits.ts';
import type { LibraryPort } from '../app/library/library-port.ts';
import { type FindFile, type FollowedSong, isShownAs } from '../features/playback/followed-song.ts';
import { useRoom } from '../features/room/room-store.ts';

/** Looks into the library for a song by its title. */
export function findSong(library: LibraryPort): FindFile {
  return async (title) => {
    const query = { view: 'lyrics', tag: null, sort: 'title', isDescending: false, offset: 0 } as const;
    const text = [...title].slice(0, libraryLimits.searchCharacters).join('');
    const { rows } = await library.query({ ...query, text, limit: libraryLimits.pageRows });
    const row = rows.find((each) => isShownAs(shownTitle(each), title) || isShownAs(each.name, title));
    return row === undefined ? null : ((await library.read(row.id))?.bytes ?? null);
  };
}

/** Follows the first of the other participants who plays a file for everyone. */
export function followRoom(followed: FollowedSong): void {
  useRoom.subscribe(({ participants, self }) => {
    const player = participants.find(({ participantId, file }) => participantId !== self && file !== '');
    void followed.follow(player && { participant: player.participantId, title: player.file });
  });
}
