import type { SoundFileAnswer, SoundFileRequest } from '../../contract/sound-file-messages.ts';
import { Instrument } from '../instrument.ts';
import { type RenderedPart, renderTracks, wavHeader } from './render-tracks.ts';

// Renders one recording with the instrument of the audio thread, but not in real time. The page ends the worker to cancel it.

const sampleRate = 48_000;
const instrument = new Instrument(sampleRate, () => {});

self.addEventListener('message', async ({ data }: MessageEvent<SoundFileRequest>) => {
  if (data.kind === 'sound') {
    instrument.receive(data.message);
    return;
  }
  const parts = renderTracks(instrument, data.tracks, sampleRate);
  try {
    answer({ kind: 'done', file: await (data.as === 'wav' ? wavOf(parts) : opusOf(parts)) });
  } catch (error) {
    // A rejected promise would not reach the page's `onerror`.
    setTimeout(() => {
      throw error;
    });
  }
});

function wavOf(parts: Iterable<RenderedPart>): Blob {
  const chunks: BlobPart[] = [];
  let bytes = 0;
  for (const { samples, part } of parts) {
    // A Blob may leave memory for the disk.
    chunks.push(new Blob([Uint8Array.from(new Uint8Array(samples.buffer))]));
    bytes += samples.byteLength;
    answer({ kind: 'progress', part });
  }
  return new Blob([Uint8Array.from(wavHeader(bytes, sampleRate)), ...chunks], { type: 'audio/wav' });
}

/** Encodes with the browser's own encoder. @throws if it has none. */
async function opusOf(parts: Iterable<RenderedPart>): Promise<Blob> {
  // Only those who save such a file load it.
  const { AudioSample, AudioSampleSource, BufferTarget, OggOutputFormat, Output, Quality } = await import('mediabunny');
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'opus', quality: new Quality('high') });
  output.addAudioTrack(source);
  await output.start();
  let timestamp = 0;
  for (const { samples, part } of parts) {
    const sample = new AudioSample({ data: samples, format: 's16', numberOfChannels: 2, sampleRate, timestamp });
    timestamp += sample.duration;
    await source.add(sample);
    sample.close();
    answer({ kind: 'progress', part });
  }
  await output.finalize();
  return new Blob([target.buffer ?? new ArrayBuffer()], { type: 'audio/ogg' });
}

function answer(message: SoundFileAnswer): void {
  self.postMessage(message);
}
