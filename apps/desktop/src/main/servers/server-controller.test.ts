import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invitationAppLink, invitationLink } from '@roomtone/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KnownServers, type Server } from './known-servers.ts';
import { ServerController } from './server-controller.ts';
import type { KeyAnswer } from './server-key.ts';

const [ada, eve, own] = ['a', 'e', 'o'].map((letter) => `${letter.repeat(42)}Y`) as [string, string, string];
const studio = 'https://192.168.1.5:7420';
const roomId = 'room-0123456789-abcdef';

let folder: string;
let known: KnownServers;
/** The key at each address. */
let there: Map<string, KeyAnswer>;
let shown: [string, string | undefined][];
let asked: string[];
let controller: ServerController;
let platform: NodeJS.Platform = 'linux';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-controller-'));
  [there, shown, asked] = [new Map(), [], []];
  begin();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Imitates a start of the app. */
function begin(): void {
  known = new KnownServers(join(folder, 'servers.json'), (problem) => expect.fail(problem));
  controller = new ServerController({
    known,
    keyOf: async ({ origin }) => {
      asked.push(origin);
      return there.get(origin) ?? { kind: 'none' };
    },
    ownFingerprint: () => own,
    ownUrl: () => 'http://127.0.0.1:5000',
    showOwn: (path) => shown.push(['own', path]),
    show: (server: Server, path) => shown.push([server.address, path]),
    nameAt: () => undefined,
    platform,
  });
}

const answers = (address: string, fingerprint: string) => there.set(address, { kind: 'key', fingerprint });

describe('a server that the system cannot reach', () => {
  afterEach(() => {
    platform = 'linux';
  });

  it.each([
    ['linux', 'no-answer'],
    ['darwin', 'no-permission'],
  ] as const)('on %s: %s', async (system, kind) => {
    platform = system;
    begin();
    there.set(studio, { kind: 'unreachable' });
    expect(await controller.goTo(studio)).toEqual({ kind, address: studio });
    expect(await controller.goTo('https://192.168.1.6:7420')).toMatchObject({ kind: 'no-answer' });
  });
});

describe('decision 015: going to a server', () => {
  it('an invitation with the key of the server that answers needs no confirmation', async () => {
    answers(studio, ada);
    const invitation = { servers: [studio], fingerprint: ada, roomId, name: 'Ada' };
    for (const link of [invitationAppLink(invitation), invitationLink(invitation)]) {
      expect(await controller.goTo(link)).toEqual({ kind: 'open' });
    }
    expect(shown).toEqual([
      [studio, `/rooms/${roomId}`],
      [studio, `/rooms/${roomId}`],
    ]);
    expect(known.list()).toEqual([{ id: `key:${ada}`, name: 'Ada', address: studio, isProtected: true }]);
  });

  it('a key other than the invitation’s stops it, even that of a known server', async () => {
    answers(studio, eve);
    await controller.goTo(studio);
    controller.trust(studio, eve);
    const link = invitationAppLink({ servers: [studio], fingerprint: ada, roomId, name: undefined });
    const stop = { kind: 'not-as-invited', address: studio, expected: ada, fingerprint: eve };
    expect(await controller.goTo(link)).toEqual(stop);
    there.set(studio, { kind: 'plain' });
    expect(await controller.goTo(link)).toEqual({ ...stop, fingerprint: null });
    expect(shown).toHaveLength(1);
  });

  it('of an invitation’s addresses, the one with its key is used', async () => {
    answers(studio, eve);
    answers('https://10.0.0.5:7420', ada);
    const servers = ['https://172.16.0.9:7420', studio, 'https://10.0.0.5:7420'];
    expect(
      await controller.goTo(invitationAppLink({ servers, fingerprint: ada, roomId: undefined, name: undefined })),
    ).toEqual({
      kind: 'open',
    });
    expect(shown).toEqual([['https://10.0.0.5:7420', undefined]]);
  });

  it('R16.11: a local address with the key is preferred, although the public one answers as well', async () => {
    const outside = 'https://45.90.10.1:7421';
    answers(studio, ada);
    answers(outside, ada);
    const servers = [outside, studio];
    await controller.goTo(invitationAppLink({ servers, fingerprint: ada, roomId, name: undefined }));
    expect(shown).toEqual([[studio, `/rooms/${roomId}`]]);
    expect(asked).toEqual([studio]);
  });

  it('R16.13: the addresses of an invitation are remembered, and the one that answers then is used', async () => {
    const outside = 'https://45.90.10.1:7421';
    answers(studio, ada);
    await controller.goTo(invitationAppLink({ servers: [outside, studio], fingerprint: ada, roomId, name: undefined }));
    begin();
    // Carried elsewhere, where another server has the address of the studio.
    answers(studio, eve);
    answers(outside, ada);
    expect(await controller.goBackTo(`key:${ada}`)).toEqual({ kind: 'open' });
    expect(shown.at(-1)).toEqual([outside, undefined]);
    expect(known.byId(`key:${ada}`)).toMatchObject({ address: outside, others: [studio] });
  });

  it('S29.4: the token of an invitation goes to the page behind the #, and into no file', async () => {
    answers(studio, ada);
    const token = 't'.repeat(43);
    await controller.goTo(invitationAppLink({ servers: [studio], fingerprint: ada, roomId, name: undefined, token }));
    await controller.goTo(
      invitationAppLink({ servers: [studio], fingerprint: ada, roomId: undefined, name: undefined, token }),
    );
    expect(shown.map(([, path]) => path)).toEqual([`/rooms/${roomId}#token=${token}`, `/#token=${token}`]);
    expect(JSON.stringify(known.byId(`key:${ada}`))).not.toContain(token);
  });

  it('an unknown server is confirmed once, and known from then on at any address', async () => {
    answers(studio, ada);
    expect(await controller.goTo('192.168.1.5')).toEqual({ kind: 'first', address: studio, fingerprint: ada });
    expect(shown).toEqual([]);
    expect(() => controller.trust(studio, eve)).toThrow();
    expect(controller.trust(studio, ada)).toEqual({ kind: 'open' });
    expect(() => controller.trust(studio, ada), 'a confirmation is good once').toThrow();
    begin();
    expect(await controller.goTo('192.168.1.5')).toEqual({ kind: 'open' });
    answers('https://10.0.0.7:7420', ada);
    expect(await controller.goTo('10.0.0.7:7420')).toEqual({ kind: 'open' });
    expect(known.list().map(({ address }) => address)).toEqual(['https://10.0.0.7:7420']);
  });

  it('another key at a known address stops it until the old one is forgotten', async () => {
    answers(studio, ada);
    await controller.goTo(studio);
    controller.trust(studio, ada);
    answers(studio, eve);
    const stop = { kind: 'changed', address: studio, expected: ada, fingerprint: eve };
    expect(await controller.goTo(studio)).toEqual(stop);
    expect(await controller.goBackTo(`key:${ada}`)).toEqual(stop);
    expect(() => controller.trust(studio, eve)).toThrow();
    there.set(studio, { kind: 'plain' });
    expect(await controller.goTo('192.168.1.5')).toEqual({ ...stop, fingerprint: null });
    answers(studio, eve);
    known.forget(`key:${ada}`);
    expect(await controller.goTo(studio)).toMatchObject({ kind: 'first', fingerprint: eve });
    expect(shown).toHaveLength(1);
  });

  it('plain http needs confirmation except on this computer, and does not replace https', async () => {
    there.set(studio, { kind: 'plain' });
    const plain = 'http://192.168.1.5:7420';
    expect(await controller.goTo(studio), 'the address says https').toEqual({ kind: 'no-answer', address: studio });
    expect(await controller.goTo('192.168.1.5')).toEqual({ kind: 'plain', address: plain });
    expect(controller.trust(plain, null)).toEqual({ kind: 'open' });
    expect(await controller.goBackTo(`plain:${plain}`)).toEqual({ kind: 'open' });
    expect(await controller.goTo('http://127.0.0.1:9000')).toEqual({ kind: 'open' });
    expect(known.identityOf(`plain:${plain}`), 'no sign-in is stored').toBeUndefined();
  });

  it('the app’s own server is always shown in the app’s own window', async () => {
    answers(studio, own);
    await controller.goTo('http://127.0.0.1:5000');
    await controller.goTo(invitationAppLink({ servers: [studio], fingerprint: own, roomId, name: undefined }));
    await controller.goTo(studio);
    expect(shown).toEqual([
      ['own', undefined],
      ['own', `/rooms/${roomId}`],
      ['own', undefined],
    ]);
    expect(known.list()).toEqual([]);
  });

  it.each([
    '',
    '   ',
    'two words',
    'ftp://studio',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://u:p@studio',
    'studio:0',
    'studio:99999',
    'roomtone://',
    'roomtone://elsewhere',
    'roomtone://join',
    `roomtone://join?at=studio&key=${'x'.repeat(43)}`,
    `https://studio/${'x'.repeat(3_000)}`,
    'roomtone://join?at=studio&at=%00',
  ])('%j is no address, and no server is contacted', async (text) => {
    expect(await controller.goTo(text)).toEqual({ kind: 'not-an-address' });
    expect(asked).toEqual([]);
  });

  it('an address without a server has no answer', async () => {
    expect(await controller.goTo('studio.local:80')).toEqual({ kind: 'no-answer', address: 'https://studio.local:80' });
    expect(await controller.goBackTo('key:gone')).toEqual({ kind: 'not-an-address' });
  });
});
