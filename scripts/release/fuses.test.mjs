import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { wrongFuses } from './fuses.mjs';

const folder = mkdtempSync(join(tmpdir(), 'roomtone-fuses-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program whose fuses are these characters, behind the mark by which they are found: version, number, states. */
function program(states) {
  const path = join(folder, `program-${states}`);
  const wire = Buffer.concat([Buffer.of(1, states.length), Buffer.from(states)]);
  writeFileSync(
    path,
    Buffer.concat([Buffer.from('code dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), wire, Buffer.from(' code')]),
  );
  return path;
}

it('fuses that electron-builder has set are as they should be', async () => {
  expect(await wrongFuses(program('01001100'))).toEqual([]);
});

it('fuses as Electron is delivered are named, one by one', async () => {
  expect(await wrongFuses(program('10110001'))).toEqual([
    'runAsNode is on',
    'enableCookieEncryption is off',
    'enableNodeOptionsEnvironmentVariable is on',
    'enableNodeCliInspectArguments is on',
    'enableEmbeddedAsarIntegrityValidation is off',
    'onlyLoadAppFromAsar is off',
    'grantFileProtocolExtraPrivileges is on',
  ]);
});
