import { readInvitation } from '@roomtone/protocol';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { invitationText } from '../../src/composition/invitation-text.ts';
import { ConfigError } from '../../src/config/config.ts';
import { lanSettings } from '../../src/config/lan-settings.ts';
import { end, runServer, startServer } from '../support/server-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const fingerprint = `${'k'.repeat(42)}Y`;
const server = { name: 'Ada’s studio', networkUrls: ['https://192.168.1.5:7420'], fingerprint };

test('S2.10, S2.11: --lan opens the server to the network with https and prints an invitation', async () => {
  const started = await startServer(temporaryDirectory(), { args: ['--lan'] });
  expect(started.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  await expect.poll(() => started.out.stderr).toMatch(/Invite others to|is not on a network/);
  expect(await end(started, 'SIGTERM')).toBe(0);
  const link = /^ {2}(http:\S+)$/m.exec(started.out.stderr)?.[1];
  if (link !== undefined) {
    expect(started.out.stderr).toContain(`Fingerprint of its certificate: ${readInvitation(link).fingerprint}`);
  }
});

test('S2.11: the invitation has a link, its QR code and a note about the browser warning', () => {
  const text = invitationText(server, { publicUrl: undefined, qrCode: true });
  // The link starts at the page that explains the warning, and still contains the key.
  const link = `http://192.168.1.5:7420/#key=${fingerprint}`;
  expect(text).toContain(`\n  ${link}\n`);
  expect(readInvitation(link)).toMatchObject({ servers: server.networkUrls, fingerprint });
  expect(text).toMatch(/Browsers warn once/);
  const { data } = encode(link, { ecc: 'L', border: 2 });
  expect(modulesIn(text)).toEqual(data.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')));
});

test('S2.11: only a terminal gets a QR code, other networks are listed below the link, and the lack of a network is reported', () => {
  const text = invitationText(
    { ...server, networkUrls: [...server.networkUrls, 'https://10.0.0.5:7420'] },
    { publicUrl: undefined, qrCode: false },
  );
  expect(text).not.toMatch(/[\u2580\u2584\u2588]/);
  expect(text).toContain('On other networks of this computer: https://10.0.0.5:7420');
  const nowhere = { ...server, networkUrls: [] };
  expect(invitationText(nowhere, { publicUrl: undefined, qrCode: true })).toMatch(/not on a network/);
});

test('S2.11: a server with a public URL uses it in the invitation', () => {
  const text = invitationText(server, { publicUrl: 'https://music.example.org/band', qrCode: false });
  expect(text).toContain('\n  https://music.example.org/band\n');
  expect(text).not.toMatch(/192\.168|warn|key=/);
});

test('S28.4: with a certificate from an authority the invitation has the name and the key', () => {
  const how = { publicUrl: 'https://music.example.org', hasOwnKey: true, qrCode: false };
  const link = `https://music.example.org/#key=${fingerprint}`;
  expect(invitationText(server, how)).toContain(`\n  ${link}\n`);
  expect(readInvitation(link)).toMatchObject({ servers: ['https://music.example.org'], fingerprint });
  const below = invitationText(server, { ...how, publicUrl: 'https://music.example.org/band' });
  expect(below).toContain('\n  https://music.example.org/band\n');
});

test('S26.2: the invitation has a second link for friends outside, with the local addresses after the public one', () => {
  const internetUrl = 'https://45.90.10.1:7421';
  const text = invitationText(server, { publicUrl: undefined, qrCode: false, internetUrl });
  const link = `http://45.90.10.1:7421/#at=192.168.1.5:7420&key=${fingerprint}`;
  expect(text).toContain(`\nOutside this network:\n\n  ${link}\n`);
  expect(readInvitation(link)).toMatchObject({ servers: [internetUrl, ...server.networkUrls], fingerprint });
  expect(text).toContain(`\n  http://192.168.1.5:7420/#key=${fingerprint}\n`);
  // A name of its own leads there from everywhere.
  const named = invitationText(server, { publicUrl: 'https://music.example.org', qrCode: false, internetUrl });
  expect(named).not.toContain('45.90.10.1');
});

test('S2.15: --internet stands for what --lan does, and for asking the router', () => {
  expect(lanSettings({}, { flag: '--internet' })).toEqual({
    ROOMTONE_HOST: '0.0.0.0',
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_INTERNET: 'on',
  });
  expect(() => lanSettings({ ROOMTONE_INTERNET: 'off', ROOMTONE_TLS: 'off' }, { flag: '--internet' })).toThrow(
    /^ROOMTONE_TLS is off, and --internet .*\nROOMTONE_INTERNET is off/,
  );
});

test('S2.10: --lan respects the environment, unless it contradicts --lan', () => {
  expect(lanSettings({ ROOMTONE_EMAIL: ' ' })).toEqual({
    ROOMTONE_HOST: '0.0.0.0',
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_PASSWORD: 'optional',
  });
  expect(
    lanSettings({
      ROOMTONE_HOST: '192.168.1.5',
      ROOMTONE_TLS: 'a.pem,b.pem',
      ROOMTONE_EMAIL: 'required',
      ROOMTONE_PASSWORD: 'required',
    }),
  ).toEqual({
    ROOMTONE_HOST: '192.168.1.5',
    ROOMTONE_TLS: 'a.pem,b.pem',
    ROOMTONE_EMAIL: 'required',
    ROOMTONE_PASSWORD: 'required',
  });
  expect(() => lanSettings({ ROOMTONE_HOST: '127.0.0.1' })).toThrow(ConfigError);
  expect(() => lanSettings({ ROOMTONE_HOST: 'localhost', ROOMTONE_TLS: 'off' })).toThrow(
    /^ROOMTONE_HOST is localhost, .*--lan.*\nROOMTONE_TLS is off, .*--lan/,
  );
});

test('S2.10, S28.2: settings that contradict --lan, and a certificate for a name of the network, end the start with status 2', async () => {
  const acme = { ROOMTONE_TLS: 'acme', ROOMTONE_PUBLIC_URL: 'https://studio.local', ROOMTONE_ACME_TERMS: 'agreed' };
  const cases = [
    [{ ROOMTONE_TLS: 'off' }, /ROOMTONE_TLS is off/],
    [acme, /ROOMTONE_TLS is acme, but ROOMTONE_PUBLIC_URL has the name studio\.local/],
  ] as const;
  const started = cases.map(async ([env, says]) => {
    const clashing = runServer(temporaryDirectory(), { args: ['--lan'], env });
    expect(await clashing.ended).toBe(2);
    expect(clashing.out.stderr).toMatch(says);
  });
  await Promise.all(started);
});

/** The rows of a QR code drawn with half blocks, white on black; `.` is white. */
function modulesIn(text: string): string[] {
  const [begin, end] = ['\u001b[97;40m', '\u001b[0m'];
  const drawn = text.split('\n').filter((line) => line.startsWith(begin) && line.endsWith(end));
  const lines = drawn.map((line) => line.slice(begin.length, -end.length));
  const rows = lines.flatMap((line) => [
    [...line].map((half) => ('\u2588\u2580'.includes(half) ? '.' : '#')).join(''),
    [...line].map((half) => ('\u2588\u2584'.includes(half) ? '.' : '#')).join(''),
  ]);
  // With an odd number of rows, half of the last line is unused.
  const [width = 0] = rows.map((row) => row.length);
  return rows.slice(0, width);
}
