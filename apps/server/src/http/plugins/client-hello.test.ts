import { expect, test } from 'vitest';
import { asksForAcmeTls, handshakeRecord } from './plain-http.ts';

function record(content: Buffer): Buffer {
  const head = Buffer.of(handshakeRecord, 3, 1, 0, 0);
  head.writeUInt16BE(content.length, 3);
  return Buffer.concat([head, content]);
}

const asking = record(Buffer.concat([Buffer.alloc(1_800, 1), Buffer.from('\x00\x0b\x0aacme-tls/1'), Buffer.alloc(9)]));

test('S28.3: a connection that asks for acme-tls/1 is told from all others, once its first record is there', () => {
  expect(asksForAcmeTls(asking)).toBe(true);
  expect(asksForAcmeTls(Buffer.concat([asking, Buffer.from('more')]))).toBe(true);
  expect(asksForAcmeTls(record(Buffer.from('\x02h2\x08http/1.1')))).toBe(false);
  for (const length of [1, 4, 5, asking.length - 1]) expect(asksForAcmeTls(asking.subarray(0, length))).toBeUndefined();
});

test('a record that is longer than any is not waited for', () => {
  const longest = Buffer.of(handshakeRecord, 3, 1, 0x40, 0x00);
  expect(asksForAcmeTls(longest)).toBeUndefined();
  expect(asksForAcmeTls(Buffer.of(handshakeRecord, 3, 1, 0x40, 0x01))).toBe(false);
});
