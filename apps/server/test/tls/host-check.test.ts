import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { isAllowedHost } from '../../src/http/plugins/host-check.ts';

const [machine = ''] = hostname().split('.');

describe('S9.6: the Host header, against DNS rebinding', () => {
  test.each([
    '127.0.0.1',
    '127.0.0.1:7420',
    '192.168.1.20:7420',
    '8.8.8.8',
    '[::1]',
    '[::1]:7420',
    '[2001:DB8::20]:443',
    '[::ffff:127.0.0.1]',
    'localhost',
    'localhost:7420',
    'LocalHost:7420',
    'localhost.',
    `${machine}.local`,
    `${machine.toUpperCase()}.LOCAL:7420`,
    `${machine}.local.`,
    'band.example',
    'BAND.example:443',
    'band.example.:8443',
  ])('%s is ours', (host) => expect(isAllowedHost(host, 'band.example')).toBe(true));

  test.each([
    undefined,
    '',
    ' ',
    '.',
    ':7420',
    'evil.example',
    'evil.example:7420',
    'xband.example',
    'sub.band.example',
    'band.example.evil.example',
    'band.example..',
    'local',
    'studio.local',
    `a.${machine}.local`,
    '.local',
    'evil.local.example',
    'evillocal',
    'localhost.evil.example',
    'xlocalhost',
    'api.localhost',
    '127.0.0.1.evil.example',
    '127.0.0.1.nip.io',
    '2130706433',
    '0x7f.1',
    '127.1',
    '0177.0.0.1',
    '127.0.0.1:',
    '127.0.0.1:abc',
    '127.0.0.1:123456',
    '127.0.0.1, evil.example',
    'evil.example@127.0.0.1',
    'localhost/evil',
    'localhost\\evil',
    'localhost evil',
    '::1',
    '[::1',
    '[fe80::1%eth0]',
    '[127.0.0.1]',
    '[localhost]',
    '[:::]',
    'locälhost',
    '127。0.0.1',
    'studio.local\n',
  ])('%j is not', (host) => expect(isAllowedHost(host, 'band.example')).toBe(false));

  test('the host of ROOMTONE_PUBLIC_URL is allowed with and without its port, and no host when it is unset', () => {
    expect(isAllowedHost('band.example', 'band.example:8443')).toBe(true);
    expect(isAllowedHost('[2001:db8::1]', '[2001:db8::1]:8443')).toBe(true);
    expect(isAllowedHost('band.example', undefined)).toBe(false);
    expect(isAllowedHost(undefined, undefined)).toBe(false);
  });
});
