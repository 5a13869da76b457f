import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { signing } from './signing.mjs';

const folder = mkdtempSync(join(tmpdir(), 'roomtone-signing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const none = { PATH: '/bin', CSC_LINK: '', CSC_KEY_PASSWORD: '', WIN_CSC_LINK: ' ', APPLE_API_KEY: '' };
const pem = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----';
const apple = { APPLE_API_KEY: pem, APPLE_API_KEY_ID: 'K1', APPLE_API_ISSUER: 'issuer' };

describe('packing without secrets', () => {
  it.each(['linux', 'win32', 'darwin'])('passes on no empty variables on %s', (platform) => {
    const { changes } = signing(platform, none, folder);
    expect(JSON.parse(JSON.stringify({ ...none, ...changes }))).toEqual({ PATH: '/bin' });
  });

  it('signs ad hoc on macOS, where an unsigned app would not start, and not at all elsewhere', () => {
    expect(signing('darwin', none, folder).options).toEqual([
      '-c.mac.identity=-',
      '-c.mac.hardenedRuntime=false',
      '-c.mac.notarize=false',
    ]);
    expect(signing('win32', none, folder).options).toEqual([]);
  });
});

describe('packing with secrets', () => {
  it('uses the certificate', () => {
    const secrets = { CSC_LINK: 'base64', CSC_KEY_PASSWORD: 'pw' };
    expect(signing('darwin', secrets, folder)).toEqual({ changes: {}, options: [] });
  });

  it('writes Apple’s key into a file that only this account can read', () => {
    const { changes } = signing('darwin', { CSC_LINK: 'base64', ...apple }, folder);
    expect(changes.APPLE_API_KEY).toBe(join(folder, 'AuthKey_K1.p8'));
    expect(readFileSync(changes.APPLE_API_KEY, 'utf8')).toBe(`${pem}\n`);
    expect(statSync(changes.APPLE_API_KEY).mode & 0o777).toBe(0o600);
    expect(signing('darwin', { ...apple, APPLE_API_KEY: '/keys/k1.p8' }, folder).changes).toEqual({});
  });

  it('says which part of Apple’s key is missing', () => {
    expect(() => signing('darwin', { ...apple, APPLE_API_ISSUER: '' }, folder)).toThrow(/APPLE_API_ISSUER is missing/);
  });
});
