import { readInvitation } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { invitationLinkTo } from './invitation-link.ts';

const key = `${'k'.repeat(42)}Y`;
const roomId = 'AbCdEfGhIjKlMnOpQrStUv';
const token = 't'.repeat(43);
const local = 'https://192.168.1.5:7420';
const outside = 'https://45.90.10.1:7421';
const known = { addresses: [outside, local], name: 'Loft', fingerprint: key };
const page = { link: `${local}/rooms/${roomId}`, reach: 'others' as const, roomId, fingerprint: key, token: undefined };

test('S29.12: an invitation has the address for friends outside first, then those of the network', () => {
  const { link } = invitationLinkTo({ ...page, known, token });
  expect(link).toMatch(/^http:\/\/45\.90\.10\.1:7421\/rooms\//);
  expect(readInvitation(link)).toEqual({ servers: known.addresses, fingerprint: key, roomId, name: 'Loft', token });
});

test('S29.12: without one, the address of this page comes first', () => {
  const other = 'https://10.0.0.5:7420';
  const { link } = invitationLinkTo({ ...page, known: { ...known, addresses: [other, local] } });
  expect(readInvitation(link).servers).toEqual([local, other]);
});

test('S29.12: on the host’s own computer the server knows the addresses for others', () => {
  const here = { ...page, link: `http://127.0.0.1:7420/rooms/${roomId}`, reach: 'here' as const };
  expect(invitationLinkTo({ ...here, known })).toMatchObject({ reach: 'others' });
  const closed = { ...known, addresses: [], fingerprint: '' };
  expect(invitationLinkTo({ ...here, known: closed })).toMatchObject({ reach: 'here' });
  expect(invitationLinkTo({ ...here, known: undefined })).toMatchObject({ reach: 'here' });
  // Open already, with a key, on a computer without a network.
  expect(invitationLinkTo({ ...here, known: { ...known, addresses: [] } })).toMatchObject({ reach: 'no-network' });
});

test('S29.12: a public domain name needs neither key nor other addresses, and may admit', () => {
  const link = `https://music.example.org/rooms/${roomId}`;
  expect(invitationLinkTo({ ...page, link, known }).link).toBe(link);
  expect(invitationLinkTo({ ...page, link, known, token }).link).toBe(`${link}#token=${token}`);
});
