import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { signedText } from '../../../apps/desktop/src/main/updates/update-signature.ts';
import { joinUpdateLists } from '../finish-release.mjs';

const listOf = (arch, version = '1.2.0') =>
  `version: ${version}\nfiles:\n  - url: roomtone-${arch}.exe\n    sha512: hash-${arch}\n    size: 3\npath: roomtone-${arch}.exe\n`;
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('merges the updates of several machines into one list with each file signed', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { version, files } = parse(joinUpdateLists([listOf('x64'), listOf('arm64')], privateKey));
  expect([version, files.map(({ url }) => url)]).toEqual(['1.2.0', ['roomtone-x64.exe', 'roomtone-arm64.exe']]);
  for (const { sha512, signature } of files) {
    const text = Buffer.from(signedText(version, sha512));
    expect(verify(null, text, createPublicKey(privateKey), Buffer.from(signature, 'base64'))).toBe(true);
  }
  expect(() => joinUpdateLists([listOf('x64'), listOf('arm64', '1.3.0')], privateKey)).toThrow('several versions');
});

it('makes one folder for all machines, with valid checksums and a bill of materials', () => {
  for (const arch of ['x64', 'arm64']) {
    mkdirSync(join(folder, arch));
    writeFileSync(join(folder, arch, `roomtone-${arch}.exe`), arch);
    writeFileSync(join(folder, arch, 'latest.yml'), listOf(arch));
  }
  execFileSync(process.execPath, [join(import.meta.dirname, '../finish-release.mjs'), folder]);
  expect(readdirSync(folder).sort()).toEqual([
    ...[
      'SHA256SUMS',
      'THIRD-PARTY-NOTICES.md',
      'latest.yml',
      'roomtone-arm64.exe',
      'roomtone-x64.exe',
      'roomtone.cdx.json',
    ],
  ]);
  expect(parse(readFileSync(join(folder, 'latest.yml'), 'utf8')).files).toHaveLength(2);
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });
  const { components } = JSON.parse(readFileSync(join(folder, 'roomtone.cdx.json'), 'utf8'));
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'better-sqlite3', 'electron']));
});
