import { MidiFileError, readMidiFile } from '@roomtone/smf';
import type { ReadTracks } from './read-tracks.ts';

// Reads MIDI files away from drawing: a large one takes a second.

self.addEventListener('message', ({ data: file }: MessageEvent<ArrayBuffer>) => {
  let answer: Awaited<ReturnType<ReadTracks>>;
  try {
    const { tracks, tempos } = readMidiFile(new Uint8Array(file));
    answer = { tracks, tempos };
  } catch (error) {
    if (!(error instanceof MidiFileError)) throw error;
    answer = 'invalid';
  }
  self.postMessage(answer);
});
