import { describeMidiFile, detectTextEncoding, MidiFileError, readMidiFile } from '@roomtone/smf';
import type { FileToRead, ReadTracks } from './read-tracks.ts';

// Reads MIDI files away from drawing: a large one takes a second.

self.addEventListener('message', async ({ data: { file, encoding } }: MessageEvent<FileToRead>) => {
  let answer: Awaited<ReturnType<ReadTracks>>;
  try {
    const bytes = new Uint8Array(file);
    const used = encoding ?? (await detectTextEncoding(bytes));
    const { tracks, tempos, repairs } = readMidiFile(bytes, used);
    answer = { tracks, tempos, repairs, lyrics: describeMidiFile(bytes, used).lyrics, encoding: used };
  } catch (error) {
    if (!(error instanceof MidiFileError)) throw error;
    answer = 'invalid';
  }
  self.postMessage(answer);
});
