import { readInvitation } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { withKey } from './with-key.ts';

const key = `${'k'.repeat(42)}Y`;
const room = '/rooms/AbCdEfGhIjKlMnOpQrStUv';

test.each(['https://192.168.1.5:7420', 'https://[fd00::5]:7420', 'https://studio.local'])(
  'R16.1: a link of a browser at %s leads to the server’s key, by the page that explains',
  (origin) => {
    const link = withKey(origin + room, key);
    expect(link).toMatch(/^http:/);
    expect(readInvitation(link)).toMatchObject({ servers: [origin], fingerprint: key });
  },
);

test.each([
  ['by plain http', `http://192.168.1.5:7420${room}`, key],
  ['of a server without a key', `https://192.168.1.5:7420${room}`, ''],
  ['of a name on the internet', `https://music.example.org${room}`, key],
  ['that has a key', `https://192.168.1.5:7420${room}#key=${key}`, `${'l'.repeat(42)}Y`],
])('R16.1: a link %s stays as it is', (_which, link, fingerprint) => {
  expect(withKey(link, fingerprint)).toBe(link);
});
