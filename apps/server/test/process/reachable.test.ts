import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { hasOnlyIpv6, networkUrls, urlOnThisMachine } from '../../src/composition/network-addresses.ts';

function info(address: string, internal = false): NetworkInterfaceInfo {
  const rest = { address, netmask: '255.255.255.0', mac: '02:00:00:00:00:01', internal, cidr: null };
  return address.includes(':') ? { ...rest, family: 'IPv6', scopeid: 0 } : { ...rest, family: 'IPv4' };
}

const lo = [info('127.0.0.1', true), info('::1', true)];
/** As a laptop may have them; the names say nothing. */
const interfaces = {
  lo,
  net0: [info('172.17.0.1')],
  net1: [info('10.8.0.2')],
  net2: [info('169.254.7.7')],
  net3: [info('10.1.2.3'), info('fd00::5')],
  net4: [info('192.168.2.5')],
};
const isPhysical = (name: string) => name > 'net1';

test('R16.14: the default route comes first, then other cards, then tunnels and containers, link-local last', () => {
  const networks = { interfaces, isPhysical, defaultRoute: ['192.168.2.5', 'fd00::5'] };
  const expected = ['192.168.2.5', '10.1.2.3', '172.17.0.1', '10.8.0.2', '169.254.7.7'];
  for (const host of ['0.0.0.0', '::']) {
    const urls = expected.map((address) => `https://${address}:7420`);
    expect(networkUrls({ host }, 'https', 7420, networks)).toEqual(urls);
  }
});

test('R16.14: a VPN that takes the default route stays behind the network that it goes through', () => {
  const networks = { interfaces, isPhysical, defaultRoute: ['10.8.0.2'] };
  expect(networkUrls({ host: '0.0.0.0' }, 'http', 80, networks).slice(0, 3)).toEqual([
    ...['http://10.1.2.3:80', 'http://192.168.2.5:80', 'http://10.8.0.2:80'],
  ]);
});

test('R16.14: in networks with IPv6 alone, its addresses are offered, but link-local ones work in no browser', () => {
  const only = { lo, net3: [info('fe80::5'), info('fd00::5'), info('2a0a:e000::5')], net4: [info('169.254.7.7')] };
  const networks = { interfaces: only, isPhysical, defaultRoute: ['2a0a:e000::5'] };
  expect(networkUrls({ host: '::' }, 'https', 7420, networks)).toEqual([
    ...['https://[2a0a:e000::5]:7420', 'https://[fd00::5]:7420'],
  ]);
  expect(hasOnlyIpv6(only)).toBe(true);
  expect(hasOnlyIpv6(interfaces)).toBe(false);
  expect(hasOnlyIpv6({ lo })).toBe(false);
});

test('S1.12: a server that listens on one address is reachable there, and one on loopback from nowhere else', () => {
  const networks = { interfaces, isPhysical, defaultRoute: [] };
  expect(networkUrls({ host: '192.168.1.5' }, 'http', 80, networks)).toEqual(['http://192.168.1.5:80']);
  expect(networkUrls({ host: 'fd00::5' }, 'https', 7420, networks)).toEqual(['https://[fd00::5]:7420']);
  expect(networkUrls({ host: '127.0.0.1' }, 'http', 7420, networks)).toEqual([]);
  expect(urlOnThisMachine({ host: '0.0.0.0' }, 'https', 7420)).toBe('https://127.0.0.1:7420');
  expect(urlOnThisMachine({ host: '::1' }, 'http', 7420)).toBe('http://[::1]:7420');
});
