import { expect, test } from 'vitest';
import { serverLimits } from '../../domain/server-limits.ts';
import type { OwnNetworks } from '../../ports/own-networks.ts';
import { OutsideAddresses } from './outside-addresses.ts';

const { knownMs, remembered } = serverLimits.unknownAddresses;
const networks: OwnNetworks = { placeOf: (address) => (address.startsWith('192.168.') ? 'network' : 'outside') };

function addressesWith(isForInternet = true) {
  const clock = { nowMs: 0 };
  const addresses = new OutsideAddresses({
    networks,
    clock: { serviceUs: () => clock.nowMs * 1_000 },
    isForInternet,
  });
  return { addresses, clock };
}

test('S27.2: an address outside is unknown until a signed-in user was there, and again 24 h after the last time', () => {
  const { addresses, clock } = addressesWith();
  expect(addresses.isUnknown('203.0.113.9')).toBe(true);
  expect(addresses.isUnknown('192.168.1.7')).toBe(false);
  addresses.signedIn('203.0.113.9');
  clock.nowMs = 70_000;
  addresses.signedIn('203.0.113.9');
  clock.nowMs += knownMs - 1;
  expect(addresses.isUnknown('203.0.113.9')).toBe(false);
  clock.nowMs++;
  expect(addresses.isUnknown('203.0.113.9')).toBe(true);
});

test('S27.2: the /64 of an IPv6 address is known as a whole, an IPv4 address alone', () => {
  const { addresses } = addressesWith();
  addresses.signedIn('2001:db8:1:2::1');
  addresses.signedIn('203.0.113.9');
  expect(addresses.isUnknown('2001:db8:1:2:ffff::9')).toBe(false);
  expect(addresses.isUnknown('2001:db8:1:3::1')).toBe(true);
  expect(addresses.isUnknown('203.0.113.8')).toBe(true);
});

test('S27.2: without ROOMTONE_INTERNET no address is unknown', () => {
  expect(addressesWith(false).addresses.isUnknown('203.0.113.9')).toBe(false);
});

test(`S27.2: ${remembered} addresses are remembered, the latest ones`, () => {
  const { addresses } = addressesWith();
  const address = (index: number) => `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
  for (let index = 0; index < remembered; index++) addresses.signedIn(address(index));
  expect(addresses.isUnknown(address(0))).toBe(false);
  addresses.signedIn(address(remembered));
  expect(addresses.isUnknown(address(0))).toBe(true);
  expect(addresses.isUnknown(address(1))).toBe(false);
});

test('S27.5: once shut, addresses outside are admitted no longer, known or not', () => {
  const { addresses } = addressesWith();
  addresses.signedIn('203.0.113.9');
  expect(addresses.admits('203.0.113.9')).toBe(true);
  addresses.shut();
  expect(addresses.isShut).toBe(true);
  expect(addresses.admits('203.0.113.9')).toBe(false);
  expect(addresses.admits('192.168.1.7')).toBe(true);
});
