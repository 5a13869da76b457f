import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** As libuv names the threads of its pool. */
const poolThread = 'libuv-worker';
/** The nice value of work that is nobody's music. */
const afterNotes = 10;
const threads = '/proc/self/task';

/**
 * Lets the threads that hash passwords and scale pictures give way to the one that relays notes, where they share a core. They
 * have to exist already, which they do as soon as a file was read. On Linux only; elsewhere the system shares cores as it likes.
 */
export function lowerPoolPriority(): void {
  try {
    for (const id of readdirSync(threads)) {
      if (readFileSync(`${threads}/${id}/comm`, 'utf8').trim() === poolThread) setPriority(Number(id), afterNotes);
    }
  } catch {
    // No such folder, or the system does not allow it: everything works, only passwords may delay notes.
  }
}
