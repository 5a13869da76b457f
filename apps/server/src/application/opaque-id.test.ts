import { expect, test } from 'vitest';
import { opaqueId } from './opaque-id.ts';

test('S18.1: an id has 22 characters and never begins with a hyphen', () => {
  const bytes = [Buffer.alloc(16, 0xf8), Buffer.alloc(16, 0xfb), Buffer.alloc(16, 0x01)];
  expect(bytes.slice(0, 2).map((each) => each.toString('base64url')[0])).toEqual(['-', '-']);
  expect(opaqueId(() => bytes.shift() ?? Buffer.alloc(16))).toBe(Buffer.alloc(16, 0x01).toString('base64url'));
  expect(opaqueId()).toMatch(/^\w[\w-]{21}$/);
});
