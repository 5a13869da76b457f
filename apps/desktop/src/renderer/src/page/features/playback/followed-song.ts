import { forEachEvent, isNoteOn, limits } from '@roomtone/protocol';
import type { LyricLine } from '@roomtone/smf';
import { create } from 'zustand';
import { localNowUs } from '../../../contract/local-time.ts';
import type { StageMessage } from '../../../contract/messages.ts';
import { NoteFollower } from './note-follower.ts';
import type { ReadTracks } from './read-tracks.ts';
import { scoreOf } from './score.ts';

interface Followed {
  readonly lyrics: readonly LyricLine[];
  /** µs at the song's own tempo; 0 before it is known. */
  readonly positionUs: () => number;
}

/** The song that somebody else plays for everyone, if the user has its lyrics. */
export const useFollowedSong = create<{ readonly song: Followed | undefined }>()(() => ({ song: undefined }));

/** Looks for a file by the title that its player shows to the room; null if the user has none. */
export type FindFile = (title: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** Shows the lyrics of what another player plays for everyone: their notes tell where in the song they are. */
export class FollowedSong {
  readonly #find: FindFile;
  readonly #readTracks: ReadTracks;
  #participant: number | undefined;
  #title = '';
  #follower: NoteFollower | undefined;

  constructor(find: FindFile, readTracks: ReadTracks) {
    this.#find = find;
    this.#readTracks = readTracks;
  }

  /** Says who plays what for everyone; undefined for nobody. */
  async follow(player: { readonly participant: number; readonly title: string } | undefined): Promise<void> {
    const [participant, title] = [player?.participant, player?.title ?? ''];
    if (participant === this.#participant && title === this.#title) return;
    this.#participant = participant;
    this.#title = title;
    this.#follower = undefined;
    useFollowedSong.setState({ song: undefined });
    if (player === undefined) return;
    const bytes = await this.#find(title).catch(() => null);
    const read = bytes === null ? 'invalid' : await this.#readTracks(bytes.buffer).catch(() => 'invalid' as const);
    // Meanwhile it may have ended, or another one begun.
    if (read === 'invalid' || read.lyrics.length === 0 || participant !== this.#participant || title !== this.#title)
      return;
    const score = scoreOf(title, read.tracks, read.tempos, read.lyrics);
    const follower = new NoteFollower(score);
    this.#follower = follower;
    useFollowedSong.setState({
      song: { lyrics: score.lyrics, positionUs: () => follower.positionUs(localNowUs()) ?? 0 },
    });
  }

  receive(message: StageMessage): void {
    if (this.#follower === undefined || message.kind !== 'notes' || message.participant !== this.#participant) return;
    const follower = this.#follower;
    let index = 0;
    forEachEvent(message.data, (status, key, velocity) => {
      const atUs = message.atUs + (message.offsets[index++] ?? 0);
      if (isNoteOn(status, velocity)) follower.heard(status, key, atUs);
    });
  }
}

/** True if a file with this name is the one that a player shows with this title, which may have been cut. */
export function isShownAs(name: string, title: string): boolean {
  return name === title || [...name].slice(0, limits.playedFile.max).join('') === title;
}
