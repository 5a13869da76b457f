import { readInvitation } from '@roomtone/protocol';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { invitationAddresses, outsideAddresses } from '../../src/composition/invitation-addresses.ts';
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
  expect(text).toContain(`On other networks of this computer:\n  http://10.0.0.5:7420/#key=${fingerprint}`);
  const nowhere = { ...server, networkUrls: [] };
  expect(invitationText(nowhere, { publicUrl: undefined, qrCode: true })).toMatch(/not on a network/);
});

test('S2.11: a server with a public URL uses it in the invitation', () => {
  const text = invitationText(server, { publicUrl: 'https://music.example.org', qrCode: false });
  expect(text).toContain('\n  https://music.example.org\n');
  expect(text).not.toMatch(/192\.168|warn|key=/);
});

test('S28.4: with a certificate from an authority the invitation has the name and the key', () => {
  const how = { publicUrl: 'https://music.example.org', hasOwnKey: true, qrCode: false };
  const link = `https://music.example.org/#key=${fingerprint}`;
  expect(invitationText(server, how)).toContain(`\n  ${link}\n`);
  expect(readInvitation(link)).toMatchObject({ servers: ['https://music.example.org'], fingerprint });
});

test('S26.2, S29.9: the invitation has a second link for friends outside, with the local addresses after the public one, and admits them', () => {
  const outside = 'https://45.90.10.1:7421';
  const addresses = [outside, ...server.networkUrls];
  const text = invitationText(server, { publicUrl: undefined, qrCode: false, addresses });
  const link = `http://45.90.10.1:7421/#at=192.168.1.5:7420&key=${fingerprint}`;
  expect(text).toContain(`\nOutside this network:\n\n  ${link}\n`);
  expect(readInvitation(link)).toMatchObject({ servers: addresses, fingerprint });
  expect(text).toContain(`\n  http://192.168.1.5:7420/#key=${fingerprint}\n`);
  // A name of its own leads there from everywhere.
  const publicUrl = 'https://music.example.org';
  const named = invitationText(server, { publicUrl, qrCode: false, addresses });
  expect(named).not.toContain('45.90.10.1');

  const token = 't'.repeat(43);
  const admits = { token, people: 10, untilMs: Date.UTC(2026, 11, 3) };
  const admitting = invitationText(server, { publicUrl: undefined, qrCode: false, addresses, admits });
  const links = [...admitting.matchAll(/http:\S+/g)].map(([each]) => readInvitation(each).token);
  expect(links).toEqual([token, token]);
  expect(admitting).toContain('Until 2026-12-03 it admits 10 people');
  expect(invitationText(server, { publicUrl, qrCode: false, addresses, admits })).toContain(
    `\n  ${publicUrl}/#token=${token}\n`,
  );
});

test('S29.12: an invitation carries the public address, those of the network, and an IPv6 address, four at most', () => {
  const internet = { status: 'open', address: '45.90.10.1', port: 7421, udpPort: 7421, protocol: 'PCP' } as const;
  const networkUrls = ['https://192.168.1.5:7420', 'https://10.0.0.5:7420', 'https://10.8.0.5:7420'];
  const ipv6 = { address: '2a0a:e000::5', port: 7420 } as const;
  const known = { networkUrls, internet: { ...internet, untilMs: undefined } };
  expect(invitationAddresses({ ...known, ipv6: { status: 'unknown', ...ipv6 } })).toEqual([
    ...['https://45.90.10.1:7421', 'https://192.168.1.5:7420', 'https://10.0.0.5:7420', 'https://[2a0a:e000::5]:7420'],
  ]);
  // Behind carrier-grade NAT the IPv6 address is the way in.
  const openIpv6 = { ...ipv6, status: 'open', udpPort: 7420, protocol: 'PCP', untilMs: 0 } as const;
  const closed = {
    status: 'closed',
    problem: 'carrierGradeNat',
    gateway: undefined,
    externalAddress: undefined,
  } as const;
  const found = invitationAddresses({ networkUrls, internet: closed, ipv6: openIpv6 });
  expect(found[0]).toBe('https://[2a0a:e000::5]:7420');
  expect(outsideAddresses(found)).toEqual(['https://[2a0a:e000::5]:7420']);
  expect(invitationAddresses({ networkUrls, internet: undefined, ipv6: undefined })).toEqual(networkUrls);
});

test('S2.15: --internet stands for what --lan does, and for asking the router', () => {
  expect(lanSettings({}, { flag: '--internet', hasIpv6: true })['ROOMTONE_HOST']).toBe('::');
  expect(lanSettings({}, { flag: '--lan', hasIpv6: true })['ROOMTONE_HOST']).toBe('0.0.0.0');
  expect(lanSettings({}, { flag: '--lan', hasOnlyIpv6: true })['ROOMTONE_HOST']).toBe('::');
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
