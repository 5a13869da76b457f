import { contentId } from '../../../shared/library/content-id.ts';
import type { LibraryMessage, LibraryQuestion } from '../contract/library-messages.ts';
import { BrowserLibrary } from './browser-library.ts';
import { LibraryDatabase } from './library-database.ts';

// Reads, keeps and searches the MIDI library of a browser, away from drawing.

/** The shortest time between two messages about the status. */
const statusIntervalMs = 200;

let isStatusDue = false;

const library = new BrowserLibrary({
  database: new LibraryDatabase(),
  nowMs: Date.now,
  newId: () => contentId(crypto.getRandomValues(new Uint8Array(16))),
  onChange: () => {
    if (isStatusDue) return;
    isStatusDue = true;
    setTimeout(() => {
      isStatusDue = false;
      post({ kind: 'status', status: library.status });
    }, statusIntervalMs);
  },
});

self.addEventListener('message', async ({ data }: MessageEvent<LibraryQuestion>) => {
  const { id, kind, asked } = data;
  try {
    post({ kind: 'answer', id, answer: await library.answer(kind, asked) });
  } catch (error) {
    post({ kind: 'no-answer', id, problem: String(error) });
  }
});

function post(message: LibraryMessage): void {
  self.postMessage(message);
}
