#!/usr/bin/env node
import { CommanderError } from 'commander';
import { addCompletions } from './completions.ts';
import { createProgram } from './create-program.ts';
import { cleaned } from './output.ts';

/** After the first interrupt a command finishes; a second one ends the process at once. */
const interrupt = new AbortController();
// Windows reports Ctrl-Break and a closed terminal; elsewhere nohup must keep a program that outlives its terminal.
const signals = [
  'SIGINT',
  'SIGTERM',
  ...(process.platform === 'win32' ? (['SIGBREAK', 'SIGHUP'] as const) : []),
] as const;
for (const name of signals) {
  process.on(name, () => {
    if (interrupt.signal.aborted) process.exit(130);
    interrupt.abort();
  });
}
// The reader of a pipe may have enough, as head does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

let status = 0;
const program = createProgram(process, interrupt.signal, (ended) => {
  status = ended;
});
addCompletions(program);
try {
  await program.parseAsync();
} catch (error) {
  // It has been said already, and help and version are no failures.
  if (error instanceof CommanderError) status = error.exitCode === 0 ? 0 : 2;
  else {
    const { explain, statusOf } = await import('./explain.ts');
    process.stderr.write(`${cleaned(explain(error))}\n`);
    status = statusOf(error, interrupt.signal);
  }
}
// Data channels and readers of standard input would keep the process.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
process.exit(status);
