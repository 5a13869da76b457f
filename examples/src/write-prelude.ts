// Writes Bach's Prelude in C major BWV 846 as a Standard MIDI File, as something to play.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { preludeMidiFile } from './music/bwv846-prelude.ts';
import { runProgram, UsageError } from './program.ts';

const usage = 'Usage: node write-prelude.js FILE.mid\n';

await runProgram(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new UsageError('Give one file to write.');
  await writeFile(path, preludeMidiFile());
  return 0;
});
