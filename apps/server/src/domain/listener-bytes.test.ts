import { type MidiMessage, RoomtoneError } from '@roomtone/protocol';
import { NoteQuota, noteBytes } from '@roomtone/room';
import { expect, test } from 'vitest';
import { protobufCodec } from '../realtime/sockets/codec.ts';
import { ListenerBytes } from './listener-bytes.ts';
import { serverLimits } from './server-limits.ts';

const { ofPerson, ofRoom, windowMs } = serverLimits.byteBudgets.toListeners;
const startUs = 1_000_000;
const by = (personId: string, roomId = 'loft', addressBlock = personId) => ({ personId, roomId, addressBlock });

function midi(events: number, status: number, offsetUs = 0): MidiMessage {
  const data = Uint8Array.from(
    { length: events * 3 },
    (_, at) => [status, at % 128, at % 3 === 2 ? 64 : 1][at % 3] ?? 0,
  );
  return { startTime: 1_900_000_000_000_000, offsets: new Array<number>(events).fill(offsetUs), data };
}

test('S38.4: a frame of notes has no more bytes than are counted for it', () => {
  for (const events of [1, 2, 64, 256]) {
    for (const offsetUs of [0, 200, 1_000_000]) {
      const notes = midi(events, 0x90, offsetUs);
      const stamp = { sender: 100_000, noteNumber: 2 ** 31, serverTime: 2 ** 52 };
      const { length } = protobufCodec.encodeNotes(notes, stamp);
      expect(length, `${events} events`).toBeLessThanOrEqual(noteBytes(notes));
    }
  }
});

test('S38.4: a person with their bots has one budget, which comes back evenly', () => {
  const bytes = new ListenerBytes();
  const [ada, bot] = [bytes.enter(by('ada')), bytes.enter(by('ada', 'attic'))];
  expect(ada.has(ofPerson, startUs)).toBe(true);
  ada.add(ofPerson, startUs);
  expect([bot.has(1, startUs), bytes.enter(by('bo')).has(ofPerson / 2, startUs)]).toEqual([false, true]);
  expect(bot.refusal({ nowMs: 5_000, nowUs: startUs })).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: { reason: 'bytes', budget: 'toListeners', limit: ofPerson, reset: 6 },
  });
  const laterUs = startUs + (windowMs * 1000) / 4;
  expect([bot.has(ofPerson / 4, laterUs), bot.has(ofPerson / 4 + 1, laterUs)]).toEqual([true, false]);
  expect(bot.refusal({ nowMs: 5_000, nowUs: laterUs })).toBeUndefined();
});

test('S38.4: where a room is full of bytes, those who have half of their own left go on', () => {
  const bytes = new ListenerBytes();
  const loud = Array.from({ length: ofRoom / ofPerson + 1 }, (_, index) => bytes.enter(by(`loud-${index}`)));
  const quiet = bytes.enter(by('quiet'));
  for (const one of loud) one.add(ofPerson * 0.9, startUs);
  for (const one of loud) one.add(ofPerson * 0.1, startUs);
  expect(loud[0]?.has(1, startUs)).toBe(false);
  expect(quiet.has(ofPerson / 2, startUs)).toBe(true);
  expect(quiet.has(ofPerson / 2 + 1, startUs)).toBe(false);
  expect(bytes.enter(by('elsewhere', 'attic')).has(ofPerson, startUs)).toBe(true);
});

test('S38.4: beyond it, notes are treated as beyond the quota, and what always arrives ends the connection at twice', () => {
  const quota = new NoteQuota(startUs);
  const own = new ListenerBytes().enter(by('ada'));
  quota.bytes = own;
  let [heard, nowUs] = [0, startUs];
  const send = (status: number) => {
    const outcome = quota.admit(midi(1, status), nowUs);
    if (outcome === undefined || outcome === 'abuse') return outcome;
    heard += noteBytes(outcome);
    return 'heard';
  };
  while (send(0x90) === 'heard');
  expect(heard).toBeGreaterThan(ofPerson - 100);
  expect(heard).toBeLessThanOrEqual(ofPerson);
  expect([send(0x90), send(0xb0), send(0x80)]).toEqual([undefined, undefined, 'heard']);
  // The latest value of a controller comes as soon as there is room for it.
  expect(quota.takeHeldBack(nowUs)).toHaveLength(0);
  nowUs += 10_000;
  expect(quota.takeHeldBack(nowUs)).toHaveLength(3);
  let last = send(0x80);
  while (last === 'heard') last = send(0x80);
  expect(last).toBe('abuse');
  expect(heard).toBeLessThanOrEqual(2 * ofPerson + 1_000);
});

test('S38.4: counts are forgotten once nobody uses them and they are empty', () => {
  const bytes = new ListenerBytes();
  const ada = bytes.enter(by('ada'));
  ada.add(ofPerson, startUs);
  ada.leave();
  bytes.forgetIdle(startUs);
  expect(bytes.enter(by('ada')).has(1, startUs)).toBe(false);
  expect(bytes.takeUntold().map(([key, sum]) => [key, sum])).toContainEqual(['bytes toListeners ada', ofPerson]);
  expect(bytes.takeUntold()).toEqual([]);
  expect(ada.refusal({ nowMs: 0, nowUs: startUs })).toBeInstanceOf(RoomtoneError);
});
