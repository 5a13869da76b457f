#!/usr/bin/env node
// Makes a .deb with Debian's own dpkg-deb from electron-builder's call of fpm, which only release machines can fetch.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const flags = new Set(['--force']);
const options = new Map();
const paths = [];
for (let at = 2; at < process.argv.length; at++) {
  const word = process.argv[at];
  if (!word.startsWith('-')) paths.push(word.split('='));
  else if (!flags.has(word)) options.set(word, [...(options.get(word) ?? []), process.argv[++at]]);
}
const one = (name) => options.get(name)?.[0] ?? '';
if (one('-t') !== 'deb') throw new Error(`This makes .deb packages, not ${one('-t')}.`);

const tree = mkdtempSync(join(tmpdir(), 'roomtone-deb-'));
for (const [from, to] of paths) {
  mkdirSync(dirname(join(tree, to)), { recursive: true });
  cpSync(from, join(tree, to), { recursive: true });
}
mkdirSync(join(tree, 'DEBIAN'));
writeFileSync(join(tree, 'DEBIAN/control'), control());
for (const [option, name] of [
  ['--after-install', 'postinst'],
  ['--after-remove', 'postrm'],
]) {
  cpSync(one(option), join(tree, 'DEBIAN', name));
  chmodSync(join(tree, 'DEBIAN', name), 0o755);
}
execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', tree, one('--package')]);
rmSync(tree, { recursive: true });

function control() {
  return `Package: ${one('--name')}
Version: ${one('--version')}
Architecture: ${one('--architecture')}
Maintainer: ${one('--maintainer')}
Priority: ${one('--deb-priority')}
Homepage: ${one('--url')}
Depends: ${(options.get('-d') ?? []).join(', ')}
Description: ${one('--description').trim()}
`;
}
