import type { PlayedSheet } from './played-sheet.ts';
import type { ChordSheet, NoteSheet, SheetProblem } from './sheet.ts';

export type ReadSheet =
  | { readonly sheet: NoteSheet; readonly played: PlayedSheet }
  | { readonly sheet: ChordSheet; readonly played?: undefined };

/** Reads a file that may be a sheet. */
export type ReadInWorker = (
  name: string,
  bytes: ArrayBuffer,
  /** The index of the tune, in a file that has several. */
  tune?: number,
) => Promise<ReadSheet | { readonly problem: SheetProblem }>;

export interface SheetRequest {
  readonly name: string;
  readonly bytes: ArrayBuffer;
  readonly tune: number;
}

/** No reasonable sheet takes this long. */
const mostMs = 20_000;

/** Reads a file in a worker of its own, which ends with it, whatever the file does to it. */
export const readInWorker: ReadInWorker = async (name, bytes, tune = 0) => {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module', name: 'sheet' });
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<ReadInWorker>>>();
  const timeout = setTimeout(() => resolve({ problem: 'too-large' }), mostMs);
  worker.onmessage = ({ data }: MessageEvent<Awaited<ReturnType<ReadInWorker>>>) => resolve(data);
  // It may have run out of memory.
  worker.onerror = () => resolve({ problem: 'damaged' });
  const request: SheetRequest = { name, bytes, tune };
  worker.postMessage(request, [bytes]);
  try {
    return await promise;
  } finally {
    clearTimeout(timeout);
    worker.terminate();
  }
};
