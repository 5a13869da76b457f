import { RoomtoneError } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { ChatFlood, chatText } from './chat.ts';

/** The time at which both clocks show this many ms. */
const at = (ms: number) => ({ nowMs: ms, nowUs: ms * 1000 });

test('R4.1: a message is trimmed and may hold line feeds', () => {
  expect(chatText('  one\ntwo \n')).toBe('one\ntwo');
});

test('R4.1: a message may have 500 code points, but not 501 or none', () => {
  expect(chatText('🎹'.repeat(500))).toHaveLength(1000);
  for (const text of ['🎹'.repeat(501), '', ' \n ']) expect(() => chatText(text)).toThrow(RoomtoneError);
});

test('R4.1: control and bidirectional-override characters are refused on the field message', () => {
  for (const text of ['a\tb', 'a\u0000b', 'a\u202eb', 'a\r\nb']) {
    try {
      chatText(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { field: 'message' } });
    }
  }
});

test('R4.4: a user may send 10 messages in 10 s; refused ones do not count', () => {
  const flood = new ChatFlood();
  for (let index = 0; index < 10; index++) flood.take('ada', at(1000 + index));
  for (let index = 0; index < 5; index++) {
    try {
      flood.take('ada', at(5000));
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { limit: 10, reset: 11 } });
    }
  }
  flood.take('bo', at(5000));
  flood.take('ada', at(11_000));
  expect(() => flood.take('ada', at(11_000))).toThrow(RoomtoneError);
});

test('R4.4: stepping the wall clock changes only the reported end of the window', () => {
  const flood = new ChatFlood();
  for (let index = 0; index < 10; index++) flood.take('ada', at(1000));
  const hourMs = 3_600_000;
  try {
    flood.take('ada', { nowMs: 5000 + hourMs, nowUs: 5_000_000 });
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ details: { reset: 11 + 3600 } });
  }
  flood.take('ada', { nowMs: 11_000 - hourMs, nowUs: 11_000_000 });
});

test('R4.4: forgetting idle users forgets no one who is still near the limit', () => {
  const flood = new ChatFlood();
  for (let index = 0; index < 10; index++) flood.take('ada', at(1000));
  flood.forgetIdle(10_999);
  expect(() => flood.take('ada', at(10_999))).toThrow(RoomtoneError);
  flood.forgetIdle(11_000);
  flood.take('ada', at(11_000));
});
