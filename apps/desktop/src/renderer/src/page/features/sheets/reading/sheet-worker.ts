import { playedSheet } from './played-sheet.ts';
import type { ReadInWorker, SheetRequest } from './read-in-worker.ts';
import { readSheet } from './read-sheet.ts';
import { SheetError } from './sheet.ts';

// Reads sheets away from drawing: a large one takes a second.

const loadAbc = async () => (await import('abcjs')).default;

self.addEventListener('message', async ({ data: { name, bytes, tune } }: MessageEvent<SheetRequest>) => {
  let answer: Awaited<ReturnType<ReadInWorker>>;
  try {
    const sheet = await readSheet(name, new Uint8Array(bytes), loadAbc, tune);
    answer = sheet.kind === 'chords' ? { sheet } : { sheet, played: playedSheet(sheet) };
  } catch (error) {
    // Whatever a parser throws, it is the file that it did not understand.
    answer = { problem: error instanceof SheetError ? error.problem : 'damaged' };
  }
  self.postMessage(answer);
});
