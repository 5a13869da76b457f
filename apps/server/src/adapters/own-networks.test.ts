import { expect, test } from 'vitest';
import { createOwnNetworks, type Interfaces } from './own-networks.ts';

type Address = NonNullable<Interfaces[string]>[number];

function at(cidr: string): Address {
  const [address = ''] = cidr.split('/');
  const common = { address, cidr, mac: '', internal: false, netmask: '' };
  return address.includes(':') ? { ...common, family: 'IPv6', scopeid: 0 } : { ...common, family: 'IPv4' };
}

function networksOf(...cidrs: readonly string[]) {
  return createOwnNetworks({ serviceUs: () => 0 }, () => ({ eth0: cidrs.map(at) }));
}

test.each([
  ['127.0.0.1', 'here'],
  ['127.9.9.9', 'here'],
  ['::1', 'here'],
  ['192.168.1.5', 'here'],
  ['::ffff:192.168.1.5', 'here'],
  ['2001:db8:1:2::5', 'here'],
  ['192.168.1.254', 'network'],
  ['::ffff:192.168.1.7', 'network'],
  ['2001:db8:1:2:3:4:5:6', 'network'],
  ['fe80::7%eth0', 'network'],
  ['192.168.2.1', 'outside'],
  ['10.0.0.1', 'outside'],
  ['203.0.113.9', 'outside'],
  ['100.64.3.2', 'outside'],
  ['2001:db8:1:3::1', 'outside'],
  ['', 'outside'],
  ['nonsense', 'outside'],
])('S27.1: at home, %s is %s', (address, place) => {
  expect(networksOf('192.168.1.5/24', '2001:db8:1:2::5/64').placeOf(address)).toBe(place);
});

test('S27.1: the neighbours of a public IPv4 address are outside', () => {
  const networks = networksOf('203.0.113.5/24');
  expect(networks.placeOf('203.0.113.5')).toBe('here');
  expect(networks.placeOf('203.0.113.6')).toBe('outside');
});

test('S27.1: another network counts within 5 s', () => {
  let nowUs = 0;
  let cidr = '192.168.1.5/24';
  const networks = createOwnNetworks({ serviceUs: () => nowUs }, () => ({ wlan0: [at(cidr)] }));
  cidr = '10.1.2.3/16';
  nowUs = 4_999_999;
  expect(networks.placeOf('10.1.9.9')).toBe('outside');
  nowUs = 5_000_000;
  expect(networks.placeOf('10.1.9.9')).toBe('network');
  expect(networks.placeOf('192.168.1.7')).toBe('outside');
});
