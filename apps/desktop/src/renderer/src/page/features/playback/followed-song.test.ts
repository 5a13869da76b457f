import { readMidiFile, recordingTime, writeMidiFile } from '@roomtone/smf';
import { expect, it } from 'vitest';
import { localNowUs } from '../../../contract/local-time.ts';
import { FollowedSong, isShownAs, useFollowedSong } from './followed-song.ts';
import type { ReadTracks } from './read-tracks.ts';

const keys = [60, 64, 67, 62, 65, 69, 71, 59, 72, 55, 57, 74];
const bytes = Uint8Array.from(
  writeMidiFile(
    [{ name: '', events: keys.map((key, at) => ({ timeUs: at * 500_000, data: Uint8Array.of(0x90, key, 90) })) }],
    0,
    recordingTime,
  ),
);
const line = { startsVerse: true, syllables: [{ timeUs: 1_000_000, text: 'la' }] };
const readHere: ReadTracks = async (file) => ({
  ...readMidiFile(new Uint8Array(file)),
  lyrics: [line],
  encoding: 'utf-8',
});

it('shows the lyrics of a file that the user has, where the other player is', async () => {
  const asked: string[] = [];
  const followed = new FollowedSong(async (title) => {
    asked.push(title);
    return title === 'Song' ? bytes.slice() : null;
  }, readHere);
  await followed.follow({ participant: 2, title: 'Other' });
  expect(useFollowedSong.getState().song).toBeUndefined();
  await followed.follow({ participant: 2, title: 'Song' });
  await followed.follow({ participant: 2, title: 'Song' });
  expect(asked).toEqual(['Other', 'Song']);
  const nowUs = localNowUs();
  const data = Uint8Array.from(keys.flatMap((key) => [0x90, key, 90]));
  const offsets = keys.map((_key, at) => at * 500_000);
  const notes = { kind: 'notes', atUs: nowUs - 60_000_000, offsets, data, delayUs: 0 } as const;
  followed.receive({ ...notes, participant: 3 });
  expect(useFollowedSong.getState().song?.positionUs(), 'somebody else').toBe(0);
  followed.receive({ ...notes, participant: 2 });
  // A minute later the song is over.
  expect(useFollowedSong.getState().song?.positionUs()).toBe(5_500_000);
  expect(useFollowedSong.getState().song?.lyrics).toEqual([line]);
  await followed.follow(undefined);
  expect(useFollowedSong.getState().song).toBeUndefined();
});

it('knows a file by its name, even if the room shows only the beginning', () => {
  expect(isShownAs('Song', 'Song')).toBe(true);
  expect(isShownAs('Song', 'Son')).toBe(false);
  expect(isShownAs('x'.repeat(500), 'x'.repeat(500))).toBe(true);
});
