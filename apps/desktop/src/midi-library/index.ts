import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { MessagePortMain, ParentPort } from 'electron';
import type { LibraryQuestion, LibraryReply, LibraryStart } from '../shared/library-messages.ts';
import { FolderLibrary } from './folder-library.ts';
import { Journal } from './journal.ts';

// Entry point of the process that reads and searches the MIDI library. Files from anywhere are taken apart here, where a
// mistake ends nothing else, and a disk that is slow holds nobody up.

/** The shortest time between two messages about the status. */
const statusIntervalMs = 200;

// The names of files and folders are nobody else's business.
process.umask(0o077);
const parent: ParentPort = process.parentPort;
parent.once('message', ({ data, ports: [port] }: { data: LibraryStart; ports: MessagePortMain[] }) => {
  if (port !== undefined) serve(data, port);
});

function serve({ dataFolder }: LibraryStart, port: MessagePortMain): void {
  const reply = (message: LibraryReply) => port.postMessage(message);
  let isStatusDue = false;
  const library = new FolderLibrary({
    journal: new Journal(join(dataFolder, 'library.jsonl')),
    nowMs: Date.now,
    newId: randomUUID,
    platform: process.platform,
    onChange: () => {
      if (isStatusDue) return;
      isStatusDue = true;
      setTimeout(() => {
        isStatusDue = false;
        reply({ kind: 'status', status: library.status });
      }, statusIntervalMs);
    },
    report: (problem, error) => reply({ kind: 'problem', problem: `${problem}: ${String(error)}` }),
  });
  port.on('message', async ({ data }: { data: LibraryQuestion }) => {
    const { id, kind, asked } = data;
    try {
      reply({ kind: 'answer', id, answer: await library.answer(kind, asked) });
    } catch (error) {
      reply({ kind: 'no-answer', id, problem: String(error) });
    }
  });
  port.on('close', () => process.exit(0));
  port.start();
}
