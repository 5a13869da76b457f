import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Where answers come from: a person at a terminal, or the lines of a pipe. */
export interface Asked {
  /** Resolves with "" if there is no further line. */
  ask(question: string): Promise<string>;
  /** The same without showing what is typed. */
  askSecretly(question: string): Promise<string>;
  close(): void;
}

export function askOn(stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream, signal: AbortSignal): Asked {
  return stdin.isTTY ? askPerson(stdin, stderr, signal) : readLines(stdin);
}

function askPerson(stdin: NodeJS.ReadStream, stderr: NodeJS.WriteStream, signal: AbortSignal): Asked {
  let isSecret = false;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!isSecret) stderr.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: stdin, output: shown, terminal: true });
  // Ctrl-C is a character to it, and no signal.
  terminal.on('SIGINT', () => process.emit('SIGINT', 'SIGINT'));
  return {
    ask: (question) => terminal.question(question, { signal }),
    async askSecretly(question) {
      stderr.write(question);
      isSecret = true;
      try {
        return await terminal.question('', { signal });
      } finally {
        isSecret = false;
        stderr.write('\n');
      }
    },
    close: () => terminal.close(),
  };
}

function readLines(stdin: NodeJS.ReadStream): Asked {
  const reader = createInterface({ input: stdin });
  const lines = reader[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    return done === true ? '' : String(value);
  };
  return { ask: next, askSecretly: next, close: () => reader.close() };
}
