// Makes the programs of the app's own processes: the main process, the server's, and those of the MIDI devices and
// the MIDI library. Everything is
// inside but what is native, and the server, which is a package of its own.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { noteBundledPackages } from '../../scripts/bundled-packages.mjs';

const here = import.meta.dirname;
const output = join(here, 'dist');
const processes = ['main', 'host', 'midi', 'midi-library'];

for (const name of [...processes, 'chunks', 'shared']) rmSync(join(output, name), { recursive: true, force: true });
const made = await rolldown({
  cwd: here,
  input: Object.fromEntries(processes.map((name) => [`${name}/index`, `src/${name}/index.ts`])),
  external: ['electron', 'keytar', '@julusian/midi', /^@roomtone\/server/],
  platform: 'node',
  plugins: [noteBundledPackages(join(output, 'bundled/processes.json'))],
});
await made.write({
  dir: output,
  format: 'es',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  // Names stay, for the crash log.
  minify: { compress: false, mangle: false, codegen: true },
});
await made.close();
