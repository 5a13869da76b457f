import { expect, test } from 'vitest';
import {
  gatewayInIpv6RoutePrint,
  gatewayInIpv6Routes,
  gatewayInProcNetRoute,
  gatewayInRouteGet,
  gatewayInRoutePrint,
  ipv6GatewayInRouteGet,
} from './default-gateway.ts';

test('S26.1: the router is read from the routes of Linux, the one with the lowest metric', () => {
  const text = [
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT',
    'wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0',
    'eth0\t00000000\tFE01A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0',
    'eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0',
    'tun0\t00000000\t010200C0\t0003\t0\t0\t1\t00000080\t0\t0\t0',
    '',
  ].join('\n');
  expect(gatewayInProcNetRoute(text)).toBe('192.168.1.254');
  expect(gatewayInProcNetRoute('Iface\tDestination\n')).toBeUndefined();
});

test('S26.1: the router is read from the routes of Windows, whatever its language', () => {
  const text = [
    'IPv4-Routentabelle',
    'Aktive Routen:',
    '     Netzwerkziel    Netzwerkmaske          Gateway    Schnittstelle Metrik',
    '          0.0.0.0          0.0.0.0      192.168.2.1    192.168.2.102     50',
    '          0.0.0.0          0.0.0.0    192.168.178.1   192.168.178.22     25',
    '          0.0.0.0          0.0.0.0    Auf Verbindung        10.8.0.2      1',
    'Ständige Routen:',
    '  Keine',
  ].join('\r\n');
  expect(gatewayInRoutePrint(text)).toBe('192.168.178.1');
  expect(gatewayInRoutePrint('')).toBeUndefined();
});

test('S26.1: the router is read from the routes of macOS', () => {
  const text =
    '   route to: default\ndestination: default\n       mask: default\n    gateway: 192.168.1.1\n  interface: en0\n';
  expect(gatewayInRouteGet(text)).toBe('192.168.1.1');
  expect(gatewayInRouteGet('    gateway: utun3\n')).toBeUndefined();
});

test('S29.13: the router for IPv6 is read from the routes of each system, with the scope of a link-local address', () => {
  const none = '0'.repeat(32);
  const linux = [
    `2a0ae000742000000000000000000000 40 ${none} 00 ${none} 00000100 00000001 00000000 00000001     eth0`,
    `${none} 00 ${none} 00 fe800000000000000000000000000099 00000400 00000001 00000000 00000003    wlan0`,
    `${none} 00 ${none} 00 fe800000000000000000000000000001 00000064 00000001 00000000 00000003     eth0`,
    `${none} 00 ${none} 00 ${none} ffffffff 00000001 00000000 00200200       lo`,
    '',
  ].join('\n');
  expect(gatewayInIpv6Routes(linux)).toBe('fe80:0000:0000:0000:0000:0000:0000:0001%eth0');
  expect(gatewayInIpv6Routes('')).toBeUndefined();
  const windows = [
    'Aktive Routen:',
    ' If Metrik Netzwerkziel             Gateway',
    ' 12    281 ::/0                     fe80::99',
    '  7     25 ::/0                     fe80::1',
    '  1    331 ::1/128                  Auf Verbindung',
  ].join('\r\n');
  expect(gatewayInIpv6RoutePrint(windows)).toBe('fe80::1%7');
  expect(ipv6GatewayInRouteGet('   route to: ::\n    gateway: fe80::1%en0\n')).toBe('fe80::1%en0');
  expect(ipv6GatewayInRouteGet('    gateway: 192.168.1.1\n')).toBeUndefined();
});
