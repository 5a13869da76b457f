import { Worker } from 'node:worker_threads';

/** What of the process is needed to end it. */
export interface EndingProcess {
  readonly pid: number;
  readonly execPath: string;
  readonly platform: string;
  execve?(file: string, args: readonly string[], env: Readonly<Record<string, string>>): never;
  kill(pid: number, signal: 'SIGKILL'): void;
}

/** How long the last line may take to get rid of. */
const lineMs = 1_000;

/**
 * Ends the process at once with this status, also while one of its threads hangs: `process.exit()` waits for all threads,
 * and one that waits for a disk may never end. The line is for the host, on standard error.
 */
export function endAtOnce(process: EndingProcess, status: number, line: string): never {
  writeFromThread(`${line}\n`);
  // Another program in the place of this one waits for no thread, and its status is this process's.
  if (process.platform !== 'win32')
    process.execve?.(process.execPath, [process.execPath, '-e', `process.exit(${status})`], {});
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process goes on after SIGKILL.');
}

/** Whoever should read standard error may have stopped reading: writing from here could wait forever. */
function writeFromThread(text: string): void {
  const written = new Int32Array(new SharedArrayBuffer(4));
  const code = `
    const { workerData: { text, written } } = require('node:worker_threads');
    try { require('node:fs').writeSync(2, text); } finally { Atomics.store(written, 0, 1); Atomics.notify(written, 0); }
  `;
  try {
    new Worker(code, { eval: true, workerData: { text, written } }).on('error', () => undefined);
    Atomics.wait(written, 0, 0, lineMs);
  } catch {
    // Without memory for a thread it ends without a word.
  }
}
