// Makes the server's programs: one file each, and the parts that are loaded when they are first needed. Everything is inside
// but what is native. Then the page of the API reference.
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { noteBundledPackages } from '../../scripts/bundled-packages.mjs';

const here = import.meta.dirname;
const output = join(here, 'dist');
/** Packages with binaries for each system, which lie beside the server in `node_modules`. */
const native = ['@node-rs/argon2', 'better-sqlite3', 'node-datachannel', 'sharp'];
/** Importing these does nothing by itself: what is not used of them is left out. */
const pure = /\/packages\/(protocol|room)\/|\/protobufjs\/|\/@protobufjs\/|\/typebox\//;

/** Source maps, by which stack traces are read. */
const keepNames = { function: true, class: true };

/** An import of `node:http` reads all its exports, and one of them loads Node's whole HTTP client: 30 ms and 5 MiB. */
const httpWithoutClient = {
  name: 'node:http without its client',
  resolveId: { filter: { id: /^(node:)?http$/ }, handler: () => '\0http' },
  load: { filter: { id: /^\0http$/ }, handler: () => "module.exports = process.getBuiltinModule('node:http');" },
};

/** V8 keeps a file in two bytes a character as soon as one of them is not Latin-1: 3 MiB more. */
const oneByteText = {
  name: 'text in one byte a character',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replace(/[\u0100-\uffff]/g, escaped);
    }
  },
};

/** Put there by others: the compiler and the build's last steps. */
const kept = ['types', 'web', 'proto', 'docs'];
mkdirSync(output, { recursive: true });
for (const name of readdirSync(output)) {
  if (!kept.includes(name)) rmSync(join(output, name), { recursive: true });
}
await bundle({ main: 'src/main.ts', start: 'src/composition/start.ts', config: 'src/config/config.ts' });
// A thread of its own shares no code with the others: what it needs is read at once.
await bundle({ 'sqlite-worker': 'src/adapters/sqlite/sqlite-worker.ts' });
await bundle({ 'integrity-worker': 'src/adapters/sqlite/integrity-worker.ts' });
await bundle({ 'page-worker': 'src/adapters/page-fetcher/page-worker.ts' });
await bundle({ 'argon2-worker': 'src/adapters/argon2-worker.ts' });
copyReference();

async function bundle(input) {
  const made = await rolldown({
    cwd: here,
    input,
    external: native,
    platform: 'node',
    // Of @fastify/static's ways to serve a folder, none that is used here lists it. pg works without its native client.
    resolve: { alias: { glob: false, 'pg-native': false, 'pg-cloudflare': false } },
    plugins: [httpWithoutClient, oneByteText, noteBundledPackages(join(output, 'bundled/server.json'))],
    treeshake: { moduleSideEffects: (id) => !pure.test(id) },
  });
  await made.write({
    dir: output,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Without comments, indentation and long names it takes 5 MiB less; stack traces name functions and classes.
    minify: { compress: { keepNames }, mangle: { keepNames }, codegen: true },
  });
  await made.close();
}

function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function copyReference() {
  const page = join(output, 'reference');
  const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  cpSync(join(here, 'reference'), page, { recursive: true });
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    cpSync(join(swaggerUi, name), join(page, name));
  }
}
