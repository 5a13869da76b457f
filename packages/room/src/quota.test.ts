import type { MidiMessage } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { NoteQuota } from './quota.ts';

const start = 5_000_000;

function midi(events: readonly (readonly number[])[]): MidiMessage {
  return { startTime: 0, offsets: events.map((_, index) => index), data: Uint8Array.from(events.flat()) };
}

function noteOns(count: number): MidiMessage {
  return midi(Array.from({ length: count }, (_, index) => [0x90, index % 128, 100]));
}

function exhausted(): NoteQuota {
  const quota = new NoteQuota(start);
  for (let sent = 0; sent < 4000; sent += 250) quota.admit(noteOns(250), start);
  return quota;
}

function admitted(quota: NoteQuota, nowUs: number, ...events: number[][]): number[] {
  const part = quota.admit(midi(events), nowUs);
  return part === undefined || part === 'abuse' ? [] : [...part.data];
}

describe('within the quota', () => {
  test('R6.1: 4,000 events pass at once, and the message is not copied', () => {
    const quota = new NoteQuota(start);
    for (let sent = 0; sent < 4000; sent += 250) {
      const message = noteOns(250);
      expect(quota.admit(message, start)).toBe(message);
    }
    expect(quota.admit(noteOns(1), start)).toBeUndefined();
  });

  test('R6.1: the quota refills by 2,000 events per second', () => {
    const quota = exhausted();
    const part = quota.admit(noteOns(250), start + 50_000);
    expect(part === undefined || part === 'abuse' ? 0 : part.offsets.length).toBe(100);
    expect(quota.admit(noteOns(200), start + 150_000)).toMatchObject({ offsets: { length: 200 } });
  });
});

describe('over the quota', () => {
  test('R6.2: note-ons and polyphonic pressure are dropped, and the other events keep their offsets', () => {
    const part = exhausted().admit(
      midi([
        [0x90, 60, 1],
        [0xa0, 60, 1],
        [0x80, 60, 0],
        [0x90, 61, 0],
      ]),
      start,
    );
    expect(part).toEqual({ startTime: 0, offsets: [2, 3], data: Uint8Array.of(0x80, 60, 0, 0x90, 61, 0) });
  });

  test('R6.3: releases, programs, banks and parameters always arrive', () => {
    const events = [
      [0x80, 60, 0],
      [0xb0, 64, 63],
      [0xb0, 66, 0],
      [0xb0, 67, 0],
      [0xb0, 120, 0],
      [0xb0, 121, 0],
      [0xb0, 123, 0],
      [0xb0, 127, 0],
      [0xc0, 5],
      [0xb0, 0, 1],
      [0xb0, 32, 1],
      [0xb0, 101, 0],
      [0xb0, 100, 0],
      [0xb0, 6, 12],
      [0xb0, 38, 0],
    ];
    const quota = exhausted();
    for (let round = 0; round < 100; round++) expect(admitted(quota, start, ...events)).toEqual(events.flat());
    // They use the quota without taking it below zero.
    expect(quota.admit(noteOns(2), start + 1_000)).toMatchObject({ offsets: { length: 2 } });
  });

  test('R6.4: the latest of several values arrives as soon as the quota allows', () => {
    const quota = exhausted();
    for (let value = 0; value < 100; value++) {
      expect(
        admitted(quota, start, [0xb0, 1, value], [0xe3, 0, value], [0xd0, value], [0xb0, 64, 64 + (value % 8)]),
      ).toEqual([]);
    }
    expect(quota.takeHeldBack(start)).toHaveLength(0);
    expect([...quota.takeHeldBack(start + 1_000)]).toEqual([0xb0, 1, 99, 0xe3, 0, 99]);
    expect([...quota.takeHeldBack(start + 250_000)]).toEqual([0xd0, 99, 0xb0, 64, 67]);
    expect(quota.holdsBack).toBe(false);
    expect(quota.takeReport(start + 250_000)).toBe(4 * 99);
  });

  test('R6.4: a newer value that passes, a pedal-up or a reset replaces a held-back value', () => {
    const quota = exhausted();
    admitted(quota, start, [0xb0, 1, 10], [0xb0, 64, 127], [0xe1, 0, 10], [0xb1, 7, 10]);
    expect(admitted(quota, start, [0xb0, 64, 0], [0xb1, 121, 0])).toEqual([0xb0, 64, 0, 0xb1, 121, 0]);
    expect(admitted(quota, start + 1_000, [0xb0, 1, 11])).toEqual([0xb0, 1, 11]);
    expect(quota.holdsBack).toBe(false);
  });

  test('R10.2: held-back values are dropped when the socket is lost, so no pedal goes down while nobody plays', () => {
    const quota = exhausted();
    admitted(quota, start, [0xb0, 64, 127]);
    expect(quota.holdsBack).toBe(true);
    quota.forgetHeldBack();
    expect([quota.holdsBack, ...quota.takeHeldBack(start + 1_000_000)]).toEqual([false]);
  });

  test('R6.5: dropped events are reported at most once a second, and each event once', () => {
    const quota = exhausted();
    quota.admit(noteOns(30), start);
    expect(quota.takeReport(start)).toBe(30);
    quota.admit(noteOns(20), start);
    expect(quota.takeReport(start + 999_999)).toBe(0);
    expect(quota.takeReport(start + 1_000_000)).toBe(20);
    expect(quota.takeReport(start + 9_000_000)).toBe(0);
  });

  test('R6.6: more than 20,000 events within a second are abuse', () => {
    const quota = new NoteQuota(start);
    for (let sent = 0; sent < 20_000; sent += 250) expect(quota.admit(noteOns(250), start + sent)).not.toBe('abuse');
    expect(quota.admit(noteOns(1), start + 999_999)).toBe('abuse');
    const patient = new NoteQuota(start);
    for (let sent = 0; sent < 20_000; sent += 250) patient.admit(noteOns(250), start);
    expect(patient.admit(noteOns(1), start + 1_000_000)).not.toBe('abuse');
  });
});
