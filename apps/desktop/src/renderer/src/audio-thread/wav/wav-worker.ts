import type { WavAnswer, WavRequest, WavTrack } from '../../contract/wav-messages.ts';
import { Instrument } from '../instrument.ts';
import { renderTracks, wavHeader } from './render-wav.ts';

// Renders one recording with the instrument of the audio thread, but not in real time. The page ends the worker to cancel it.

const sampleRate = 48_000;
const instrument = new Instrument(sampleRate, () => {});

self.addEventListener('message', ({ data }: MessageEvent<WavRequest>) => {
  if (data.kind === 'sound') instrument.receive(data.message);
  else render(data.tracks);
});

function render(tracks: readonly WavTrack[]): void {
  const chunks: BlobPart[] = [];
  let bytes = 0;
  for (const { samples, part } of renderTracks(instrument, tracks, sampleRate)) {
    // A Blob may leave memory for the disk.
    chunks.push(new Blob([Uint8Array.from(new Uint8Array(samples.buffer))]));
    bytes += samples.byteLength;
    answer({ kind: 'progress', part });
  }
  const header = Uint8Array.from(wavHeader(bytes, sampleRate));
  answer({ kind: 'done', file: new Blob([header, ...chunks], { type: 'audio/wav' }) });
}

function answer(message: WavAnswer): void {
  self.postMessage(message);
}
