import { describeMidiFile, MidiFileError, readMidiFile } from '@roomtone/smf';
import type { ReadTracks } from './read-tracks.ts';

// Reads MIDI files away from drawing: a large one takes a second.

self.addEventListener('message', ({ data: file }: MessageEvent<ArrayBuffer>) => {
  let answer: Awaited<ReturnType<ReadTracks>>;
  try {
    const bytes = new Uint8Array(file);
    const { tracks, tempos } = readMidiFile(bytes);
    answer = { tracks, tempos, lyrics: describeMidiFile(bytes).lyrics };
  } catch (error) {
    if (!(error instanceof MidiFileError)) throw error;
    answer = 'invalid';
  }
  self.postMessage(answer);
});
