#!/usr/bin/env node
import { addCompletions } from './completions.ts';
import { createProgram } from './create-program.ts';
import { explain, statusOf } from './explain.ts';
import { cleaned } from './output.ts';

/** After the first interrupt a command finishes; a second one ends the process at once. */
const interrupt = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
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
  process.stderr.write(`${cleaned(explain(error))}\n`);
  status = statusOf(error, interrupt.signal);
}
// Data channels and readers of standard input would keep the process.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
process.exit(status);
