import type { LyricLine, MidiFile, TextEncoding } from '@roomtone/smf';

/** The tracks of a file that are played and sung. */
interface ReadFile extends Pick<MidiFile, 'tracks' | 'tempos' | 'repairs'> {
  readonly lyrics: readonly LyricLine[];
  /** That in which its texts were read. */
  readonly encoding: TextEncoding;
}

/** A file on its way to the worker. Without an encoding that of its texts is detected. */
export interface FileToRead {
  readonly file: ArrayBuffer;
  readonly encoding: TextEncoding | undefined;
}

/** Reads a Standard MIDI File; `invalid` for anything else, and for an excessive file. */
export type ReadTracks = (file: ArrayBuffer, encoding?: TextEncoding) => Promise<ReadFile | 'invalid'>;

/** No reasonable file takes this long. */
const mostMs = 20_000;

/** Reads a file in a worker of its own, so that the page goes on drawing. */
export const readTracksInWorker: ReadTracks = async (file, encoding) => {
  const worker = new Worker(new URL('./midi-file-worker.ts', import.meta.url), { type: 'module', name: 'midi-file' });
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<ReadTracks>>>();
  const timeout = setTimeout(() => resolve('invalid'), mostMs);
  worker.onmessage = ({ data }: MessageEvent<Awaited<ReturnType<ReadTracks>>>) => resolve(data);
  worker.onerror = () => reject(new Error('The MIDI file could not be read.'));
  worker.postMessage({ file, encoding } satisfies FileToRead, [file]);
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    worker.terminate();
  }
};
