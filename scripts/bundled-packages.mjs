// A plugin for the bundlers: writes down which packages have code in a bundle, so that a test can compare the bill of materials with what
// is packed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** By file, because a program is made of several bundles. */
const known = new Map();

/** @param {string} file JSON, of `name@version` */
export function noteBundledPackages(file) {
  return {
    name: 'bundled packages',
    generateBundle(_options, files) {
      const found = known.get(file) ?? new Set();
      known.set(file, found);
      for (const output of Object.values(files)) {
        for (const id of output.type === 'chunk' ? Object.keys(output.modules) : []) {
          const [, name, store] = packageOf(id) ?? [];
          if (name !== undefined) found.add(`${name}@${store}`);
        }
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify([...found].sort())}\n`);
    },
  };
}

/** pnpm keeps a package in a folder with its version in the name. */
function packageOf(id) {
  const match = /\/\.pnpm\/([^/]+)\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'));
  if (match === null) return undefined;
  const [, entry, name] = match;
  const stem = `${name.replace('/', '+')}@`;
  return entry.startsWith(stem) ? [id, name, entry.slice(stem.length).replace(/[_(].*$/, '')] : undefined;
}
