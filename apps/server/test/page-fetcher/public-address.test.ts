import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../src/adapters/page-fetcher/public-address.ts';

const runs = { seed: 20_260_101, numRuns: 2_000 };
const octet = fc.integer({ min: 0, max: 255 });
const word = fc.integer({ min: 0, max: 0xffff });
const hex = (...words: number[]) => words.map((value) => value.toString(16)).join(':');

describe('S20.3: ordinary public addresses are public', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2606:4700::6810:85e5',
    '2a00:1450:4001:82b::200e',
    '3ffe:ffff::1',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('S20.3: no other address is public', () => {
  test.each(['', ' ', 'example.org', '1.1.1', '1.1.1.1.', '1.1.1.1:80', '[2606:4700::1]', '01.1.1.1', '1.1.1.256'])(
    '%j is none: addresses come here in their plain form',
    (text) => expect(isPublicAddress(text)).toBe(false),
  );

  test('no address of the special IPv4 blocks (RFC 6890)', () => {
    const special = fc.oneof(
      fc.tuple(
        fc.constantFrom(0, 10, 127, ...Array.from({ length: 32 }, (_, index) => 224 + index)),
        octet,
        octet,
        octet,
      ),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(198), fc.constantFrom(18, 19), octet, octet),
      fc
        .constantFrom([169, 254], [192, 168])
        .chain(([a = 0, b = 0]) => fc.tuple(fc.constant(a), fc.constant(b), octet, octet)),
      fc
        .constantFrom([192, 0, 0], [192, 0, 2], [192, 88, 99], [198, 51, 100], [203, 0, 113])
        .chain(([a = 0, b = 0, c = 0]) => fc.tuple(fc.constant(a), fc.constant(b), fc.constant(c), octet)),
    );
    fc.assert(
      fc.property(special, (octets) => !isPublicAddress(octets.join('.'))),
      runs,
    );
  });

  test('no IPv6 address outside 2000::/3', () => {
    const outside = fc.tuple(
      word.filter((first) => first >> 13 !== 1),
      word,
      word,
      word,
      word,
      word,
      word,
      word,
    );
    fc.assert(
      fc.property(outside, (words) => !isPublicAddress(hex(...words))),
      runs,
    );
  });

  test('no IPv6 address that carries any IPv4 address', () => {
    const forms: ((high: number, low: number) => string)[] = [
      (high, low) => `::ffff:${hex(high, low)}`,
      (high, low) => `::${hex(high, low)}`,
      (high, low) => `::ffff:0:${hex(high, low)}`,
      (high, low) => `64:ff9b::${hex(high, low)}`,
      (high, low) => `64:ff9b:1:2:3:4:${hex(high, low)}`,
      (high, low) => `2002:${hex(high, low)}::1`,
      (high, low) => `2001:0:${hex(high, low)}::1`,
      (high, low) => `2a00:1450:1:2:0:5efe:${hex(high, low)}`,
      (high, low) => `2a00:1450:1:2:200:5efe:${hex(high, low)}`,
    ];
    fc.assert(
      fc.property(fc.constantFrom(...forms), word, word, (form, high, low) => !isPublicAddress(form(high, low))),
      runs,
    );
  });
});
