import { describe, expect, test } from 'vitest';
import { RoomtoneError } from './errors.ts';
import {
  explainedInvitationLink,
  type Invitation,
  invitationAppLink,
  invitationLink,
  readInvitation,
} from './invitation.ts';
import { limits } from './limits.ts';

const key = `${'k'.repeat(42)}Y`;
const room = 'AbCdEfGhIjKlMnOpQrStUv';
const invitation: Invitation = {
  servers: ['https://192.168.1.5:7420'],
  fingerprint: key,
  roomId: room,
  name: undefined,
};

function refusal(text: string): unknown {
  try {
    return readInvitation(text);
  } catch (error) {
    return error instanceof RoomtoneError ? { code: error.code, field: error.details['field'] } : error;
  }
}

describe('R16.1: links', () => {
  test('a web link is the room’s address, with the key in the fragment, which no server sees', () => {
    expect(invitationLink(invitation)).toBe(`https://192.168.1.5:7420/rooms/${room}#key=${key}`);
    expect(invitationLink({ ...invitation, roomId: undefined })).toBe(`https://192.168.1.5:7420/#key=${key}`);
  });

  test('more addresses and a name also go into the fragment', () => {
    const more = { ...invitation, servers: [...invitation.servers, 'https://[fd00::7]:7420'], name: 'Küche & Keller' };
    expect(invitationLink(more)).toBe(
      `https://192.168.1.5:7420/rooms/${room}#at=[fd00::7]:7420&key=${key}&name=K%C3%BCche%20%26%20Keller`,
    );
    expect(readInvitation(invitationLink(more))).toEqual(more);
  });

  test('the app’s link says the same', () => {
    expect(invitationAppLink(invitation)).toBe(`roomtone://join?at=192.168.1.5:7420&key=${key}&room=${room}`);
    expect(invitationAppLink({ ...invitation, fingerprint: undefined, servers: ['http://127.0.0.1:7420'] })).toBe(
      `roomtone://join?at=http://127.0.0.1:7420&room=${room}`,
    );
  });

  test('a link with one address fits a QR code of version 7, which cameras can read from a screen', () => {
    expect(invitationLink({ ...invitation, servers: ['https://192.168.100.200:65535'] }).length).toBeLessThan(122);
  });

  test('the link to the explanation page is read as the https invitation', () => {
    const link = explainedInvitationLink(invitation);
    expect(link).toBe(`http://192.168.1.5:7420/rooms/${room}#key=${key}`);
    expect(readInvitation(link)).toEqual(invitation);
    const usual = { ...invitation, servers: ['https://music.example.org'] };
    expect(explainedInvitationLink(usual)).toBe(`http://music.example.org:443/rooms/${room}#key=${key}`);
    expect(readInvitation(explainedInvitationLink(usual))).toEqual(usual);
  });

  test('without a key the link needs no explanation page', () => {
    const known = { ...invitation, servers: ['https://music.example.org'], fingerprint: undefined };
    expect(explainedInvitationLink(known)).toBe(invitationLink(known));
  });
});

describe('a link as people and programs pass it on', () => {
  test.each([
    ['with spaces around it', `  https://192.168.1.5:7420/rooms/${room}#key=${key}\n`],
    ['with capitals and a slash', `HTTPS://192.168.1.5:7420/rooms/${room}/#key=${key}`],
    ['with parameters added by a messenger', `https://192.168.1.5:7420/rooms/${room}?fbclid=1#key=${key}&later=7`],
    ['as the app’s, without its slashes', `roomtone:join?at=192.168.1.5:7420&key=${key}&room=${room}`],
    ['as the app’s, with the slash that browsers add', `roomtone://join/?at=192.168.1.5:7420&key=${key}&room=${room}`],
  ])('%s', (_how, link) => {
    expect(readInvitation(link)).toEqual(invitation);
  });

  test('R16.3: a link with a key leads to https even if the s was removed', () => {
    expect(readInvitation(`http://192.168.1.5:7420/#key=${key}`).servers).toEqual(['https://192.168.1.5:7420']);
    expect(readInvitation(`roomtone://join?at=http://192.168.1.5&key=${key}`).servers).toEqual([
      'https://192.168.1.5:80',
    ]);
  });

  test('keeps only the visible characters of a name', () => {
    const hidden = encodeURIComponent('Ada\u202e\u200b’s\u0007 \n studio');
    expect(readInvitation(`https://a.local/#name=${hidden}`).name).toBe('Ada’s studio');
    expect(readInvitation('https://a.local/#name=%E2%80%8B').name).toBeUndefined();
  });
});

test('R16.1: a link of the greatest length is read', () => {
  const link = 'https://a.local/#later=';
  expect(readInvitation(link.padEnd(limits.invitation.characters, 'x')).servers).toEqual(['https://a.local']);
  expect(refusal(link.padEnd(limits.invitation.characters + 1, 'x'))).toEqual({
    code: 'VALIDATION_ERROR',
    field: 'link',
  });
});

describe('R16.2: an error names what is wrong', () => {
  test.each([
    ['link', ''],
    ['link', 'hello'],
    ['link', 'ftp://192.168.1.5/'],
    ['link', 'javascript:alert(1)'],
    ['link', 'https://192.168.1.5/account'],
    ['link', `https://192.168.1.5/rooms/${room}/more`],
    ['link', `https://192.168.1.5/#at=%`],
    ['link', `https://a.local/#${'x'.repeat(limits.invitation.characters)}`],
    ['address', `roomtone://join?room=${room}`],
    ['address', 'https://ada@192.168.1.5/'],
    ['address', 'https://192.168.1.5:0/'],
    ['address', 'https://192.168.1.5:65536/'],
    ['address', 'https://0x7f.1/'],
    ['address', 'https://192.168.1.256/'],
    ['address', 'https://2130706433/'],
    ['address', 'https://[fd00::1::2]/'],
    ['address', 'https://bücher.example/'],
    ['address', 'https://a.local/#at=http://b.local'],
    ['address', `https://a.local/#${'at=b.local:1&at=b.local:2&at=b.local:3&at=b.local:4'}`],
    ['key', 'https://a.local/#key=short'],
    ['key', `https://a.local/#key=${'k'.repeat(42)}l`],
    ['key', `https://a.local/#key=${key}&key=${key}`],
    ['room', 'https://a.local/rooms/short'],
    ['room', `https://a.local/rooms/${'r'.repeat(limits.roomId.max + 1)}`],
    ['room', 'https://a.local/rooms/..%2f..%2fapi%2fauth%2flogin'],
    ['name', 'https://a.local/#name=%ff'],
    ['token', 'https://a.local/#token=short'],
    ['token', `https://a.local/#token=${'t'.repeat(44)}`],
  ])('%s: %s', (field, text) => {
    expect(refusal(text)).toEqual({ code: 'VALIDATION_ERROR', field });
  });

  test('refuses to write an invitation that could not be read', () => {
    const write = (change: Partial<Invitation>) => () => invitationLink({ ...invitation, ...change });
    expect(write({ servers: [] })).toThrow('address is missing');
    expect(write({ servers: ['http://a.local'] })).toThrow('key is allowed with https only');
    expect(write({ name: 'two\nlines' })).toThrow('name must be one line');
    expect(write({ name: 'n'.repeat(limits.serverName.max) })).not.toThrow();
    expect(write({ name: 'n'.repeat(limits.serverName.max + 1) })).toThrow('name');
    const many = Array.from({ length: limits.invitation.servers + 1 }, (_each, index) => `https://a${index}.local`);
    expect(write({ servers: many.slice(1) })).not.toThrow();
    expect(write({ servers: many })).toThrow('address');
  });
});
