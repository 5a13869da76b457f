import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks at a terminal without showing what is typed. */
export async function askSecretly(question: string): Promise<string> {
  process.stderr.write(question);
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nothing, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
