import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, test } from 'vitest';
import { isInNetwork, networksOf } from './network.ts';

function info(address: string, netmask: string, internal = false): NetworkInterfaceInfo {
  const rest = { netmask, mac: '02:00:00:00:00:01', internal, cidr: null };
  return address.includes(':')
    ? { address, family: 'IPv6', scopeid: 0, ...rest }
    : { address, family: 'IPv4', ...rest };
}

const lo = [info('127.0.0.1', '255.0.0.0', true), info('::1', 'ffff::', true)];

describe('the machine’s networks', () => {
  test('are those with IPv4 addresses, and loopback only if there is no other', () => {
    const eth0 = [info('192.168.1.5', '255.255.255.0'), info('fe80::1', 'ffff::'), info('10.0.0.5', '255.0.0.0')];
    expect(networksOf({ lo, eth0, tun0: [info('fd00::1', 'ffff::')], gone: undefined })).toEqual([
      {
        name: 'eth0',
        addresses: [
          { address: '192.168.1.5', netmask: '255.255.255.0' },
          { address: '10.0.0.5', netmask: '255.0.0.0' },
        ],
      },
    ]);
    expect(networksOf({ lo })).toEqual([{ name: 'lo', addresses: [{ address: '127.0.0.1', netmask: '255.0.0.0' }] }]);
    expect(networksOf({})).toEqual([]);
  });
});

describe('an address is in a network', () => {
  const network = {
    name: 'eth0',
    addresses: [
      { address: '192.168.1.5', netmask: '255.255.255.0' },
      { address: '10.20.0.5', netmask: '255.254.0.0' },
    ],
  };
  test.each([
    ['192.168.1.77', true],
    ['192.168.2.77', false],
    ['10.21.255.1', true],
    ['10.22.0.1', false],
    ['8.8.8.8', false],
    ['192.168.1.256', false],
    ['192.168.1', false],
    ['fe80::1', false],
    ['', false],
  ])('%s: %s', (address, isIn) => {
    expect(isInNetwork(network, address)).toBe(isIn);
  });

  test('and not in a network without a mask', () => {
    const odd = { name: 'odd', addresses: [{ address: '192.168.1.5', netmask: '0.0.0.0' }] };
    expect(isInNetwork(odd, '192.168.1.5')).toBe(false);
  });
});
