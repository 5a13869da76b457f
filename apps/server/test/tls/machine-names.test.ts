import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { machineNames } from '../../src/adapters/tls/machine-names.ts';

const at = (address: string, over: Partial<NetworkInterfaceInfo> = {}): NetworkInterfaceInfo =>
  ({
    address,
    netmask: '',
    mac: '',
    cidr: null,
    internal: false,
    ...(address.includes(':') ? { family: 'IPv6', scopeid: 0 } : { family: 'IPv4' }),
    ...over,
  }) as NetworkInterfaceInfo;

describe('S6.1: the names of this machine', () => {
  test('its host name, that name in .local, and its addresses except loopback and link-local IPv6', () => {
    const interfaces = {
      lo: [at('127.0.0.1', { internal: true }), at('::1', { internal: true })],
      eth0: [at('192.168.1.20'), at('2001:db8::20'), at('fe80::1', { scopeid: 2 } as Partial<NetworkInterfaceInfo>)],
      gone: undefined,
      again: [at('192.168.1.20')],
    };
    expect(machineNames('Studio', interfaces)).toEqual(['studio', 'studio.local', '192.168.1.20', '2001:db8::20']);
  });

  test.each([
    ['studio.lan', ['studio.lan', 'studio.local']],
    ['studio.local', ['studio.local']],
    ['my_laptop', ['my_laptop', 'my_laptop.local']],
    ["Ada's MacBook", []],
    ['', []],
    ['büro', []],
  ])('%j', (name, expected) => expect(machineNames(name, {})).toEqual(expected));

  test('the real machine lists no loopback address', () => {
    expect(machineNames()).not.toContain('127.0.0.1');
  });
});
