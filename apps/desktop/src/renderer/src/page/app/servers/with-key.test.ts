import { readInvitation } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { withKey } from './invitation-link.ts';

const key = `${'k'.repeat(42)}Y`;
const room = '/rooms/AbCdEfGhIjKlMnOpQrStUv';

test.each(['https://192.168.1.5:7420', 'https://[fd00::5]:7420', 'https://studio.local'])(
  'R16.1: an invitation from a browser at %s contains the server’s key and leads to the explaining page',
  (origin) => {
    const link = withKey(origin + room, key);
    expect(link).toMatch(/^http:/);
    expect(readInvitation(link)).toMatchObject({ servers: [origin], fingerprint: key });
  },
);

test.each([
  ['over plain HTTP', `http://192.168.1.5:7420${room}`, key],
  ['to a server without a key', `https://192.168.1.5:7420${room}`, ''],
  ['to a public domain name', `https://music.example.org${room}`, key],
  ['that contains a key already', `https://192.168.1.5:7420${room}#key=${key}`, `${'l'.repeat(42)}Y`],
])('R16.1: a link %s is not changed', (_which, link, fingerprint) => {
  expect(withKey(link, fingerprint)).toBe(link);
});
