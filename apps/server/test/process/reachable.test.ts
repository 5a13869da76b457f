import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { networkUrls, urlOnThisMachine } from '../../src/composition/network-addresses.ts';

function ipv4(address: string, internal = false): NetworkInterfaceInfo {
  return { address, family: 'IPv4', netmask: '255.255.255.0', mac: '02:00:00:00:00:01', internal, cidr: null };
}

const interfaces = {
  lo: [ipv4('127.0.0.1', true)],
  docker0: [ipv4('172.17.0.1')],
  wg0: [ipv4('10.8.0.2')],
  eth0: [ipv4('192.168.1.5'), { ...ipv4('fd00::5'), family: 'IPv6' as const, scopeid: 0 }],
  wlan0: [ipv4('192.168.2.5')],
};

test('R16.1: addresses on physical networks are listed first', () => {
  expect(networkUrls({ host: '0.0.0.0' }, 'https', 7420, interfaces)).toEqual([
    'https://192.168.1.5:7420',
    'https://192.168.2.5:7420',
    'https://172.17.0.1:7420',
    'https://10.8.0.2:7420',
  ]);
});

test('S1.12: a server that listens on one address is reachable there, and one on loopback from nowhere else', () => {
  expect(networkUrls({ host: '192.168.1.5' }, 'http', 80, interfaces)).toEqual(['http://192.168.1.5:80']);
  expect(networkUrls({ host: 'fd00::5' }, 'https', 7420, interfaces)).toEqual(['https://[fd00::5]:7420']);
  expect(networkUrls({ host: '127.0.0.1' }, 'http', 7420, interfaces)).toEqual([]);
  expect(urlOnThisMachine({ host: '0.0.0.0' }, 'https', 7420)).toBe('https://127.0.0.1:7420');
  expect(urlOnThisMachine({ host: '::1' }, 'http', 7420)).toBe('http://[::1]:7420');
});
