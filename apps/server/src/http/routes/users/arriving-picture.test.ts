import { expect, test } from 'vitest';
import { ArrivingPicture } from './avatar-upload.ts';

test('S14.9: a picture is whole again, whether its chunks are blocks of their own or parts of one', () => {
  const arriving = new ArrivingPicture();
  const own = Buffer.alloc(70_000, 'a');
  const shared = Buffer.from('xxbbxx').subarray(2, 4);
  arriving.add(own);
  arriving.add(shared);
  expect(own.byteLength, 'its memory has been handed over').toBe(0);
  expect(shared.toString()).toBe('bb');
  expect(Buffer.from(arriving.take()).equals(Buffer.from(`${'a'.repeat(70_000)}bb`))).toBe(true);
  arriving.close();
});
