import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findElectron, missingElectron, tellingWhy } from './electron.mjs';
import { root, runQuietly } from './run.mjs';

let electronFolder;
beforeEach(() => {
  electronFolder = mkdtempSync(join(tmpdir(), 'roomtone-test-'));
});
afterEach(() => rmSync(electronFolder, { recursive: true, force: true }));

describe('Electron’s program', () => {
  it('is found where its package says, once it has been fetched', () => {
    expect(findElectron({ electronFolder })).toBeUndefined();
    writeFileSync(join(electronFolder, 'path.txt'), 'electron');
    expect(findElectron({ electronFolder })).toBeUndefined();
    mkdirSync(join(electronFolder, 'dist'));
    writeFileSync(join(electronFolder, 'dist/electron'), '');
    expect(findElectron({ electronFolder })).toBe(join(electronFolder, 'dist/electron'));
  });

  it('can be in a folder chosen by the user', () => {
    const override = join(electronFolder, 'mine');
    mkdirSync(override);
    writeFileSync(join(override, 'electron'), '');
    expect(findElectron({ electronFolder, override })).toBe(join(override, 'electron'));
  });

  it('is explained if it cannot be fetched, with the reason and what to do', () => {
    const output = 'Some noise\nTypeError: fetch failed\n  cause: Error: getaddrinfo ENOTFOUND github.com\n';
    const message = missingElectron('45.4.1', output);
    expect(message).toMatch(/needs Electron 45\.4\.1[\s\S]*ENOTFOUND github\.com[\s\S]*npm start/);
  });
});

it.each(['ECONNREFUSED', 'ENOTFOUND'])('a download of Electron that fails says why: %s', async (code) => {
  const url = code === 'ENOTFOUND' ? 'http://no-such-host.invalid/electron.zip' : await nobodyAt();
  // As Electron's installer reports it.
  const program = `fetch('${url}').catch((error) => { console.error(error.stack); process.exit(1); })`;
  const { ok, output } = await runQuietly(process.execPath, [...tellingWhy, '--eval', program]);
  expect(ok).toBe(false);
  const [, reason] = missingElectron('45.4.1', output).split('\n');
  expect(reason).toMatch(code);
  expect(reason).toContain(new URL(url).origin);
});

describe('a release of the app', () => {
  it('has every fuse set that prevents others from running their code in its name', () => {
    const { asar, electronFuses } = parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));
    expect(asar).toBe(true);
    expect(electronFuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
    });
  });
});

/** An address that refuses connections. */
async function nobodyAt() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}/electron.zip`;
}
