import { directLimits, limits, type Message } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { DirectSource } from './direct-source.ts';

/** A message of notes of one participant. */
function notes(noteNumber: number, events: readonly (readonly number[])[] = [[0x90, 60, 100]]): Message<'midiMessage'> {
  const body = { startTime: 0, offsets: events.map(() => 0), data: Uint8Array.from(events.flat()) };
  return { kind: 'midiMessage', body, noteNumber, requestId: 0, sender: 7, serverTime: 0, sequence: 0 };
}

describe('R25.6: notes that come directly', () => {
  test('may be played once, unless the server has brought them or a later message', () => {
    const source = new DirectSource(4);
    expect([4, 5, 5, 6].map((number) => source.take(notes(number), 0))).toEqual([false, true, false, true]);
    expect([5, 6, 8].map((number) => source.served(notes(number), 0))).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect([7, 8, 9].map((number) => source.take(notes(number), 0))).toEqual([false, false, true]);
    expect(source.figures).toMatchObject({ sooner: 2, unconfirmed: 0 });
  });

  test('are taken back when the server relays a later message and not them', () => {
    const source = new DirectSource(0);
    source.take(
      notes(1, [
        [0x90, 60, 100],
        [0xb0, 64, 127],
      ]),
      0,
    );
    source.take(
      notes(2, [
        [0x90, 62, 100],
        [0x80, 62, 0],
      ]),
      0,
    );
    expect(source.served(notes(3), 0)).toBe('missing');
    const released = [...source.takeBack(true)];
    expect(released).toEqual(expect.arrayContaining([0x80, 60, 0xb0, 64]));
    expect(released).not.toContain(62);
    expect(source.figures.unconfirmed).toBe(2);
    expect(source.isWaiting).toBe(false);
  });

  test('are taken back when the server’s copy says something else; one with fewer events is what it let through', () => {
    const chord = [
      [0x90, 60, 100],
      [0x90, 64, 100],
    ];
    const other = new DirectSource(0);
    other.take(notes(1, chord), 0);
    expect(
      other.served(
        notes(1, [
          [0x90, 60, 100],
          [0x90, 65, 100],
        ]),
        0,
      ),
    ).toBe('different');
    const thinned = new DirectSource(0);
    thinned.take(notes(1, chord), 0);
    expect(thinned.served(notes(1, [[0x90, 60, 100]]), 0)).toBe('confirmed');
  });

  test('are overdue after 2 s', () => {
    const source = new DirectSource(0);
    source.take(notes(1), 1_000);
    expect(source.isOverdue(1_000 + directLimits.confirmUs - 1)).toBe(false);
    expect(source.isOverdue(1_000 + directLimits.confirmUs)).toBe(true);
    source.served(notes(1), 0);
    expect(source.isOverdue(9_000_000)).toBe(false);
  });

  test('are left to the server beyond its quota of events, and beyond the number that may wait', () => {
    const most = Array.from({ length: limits.midi.eventsPerMessage }, () => [0x80, 60, 0]);
    const fast = new DirectSource(0);
    const messages = Math.floor(limits.midi.eventBurst / most.length);
    for (let number = 1; number <= messages; number++) expect(fast.take(notes(number, most), 0)).toBe(true);
    expect(fast.take(notes(messages + 1, most), 0)).toBe(false);
    expect(fast.take(notes(messages + 1, most), 200_000)).toBe(true);
    const many = new DirectSource(0);
    for (let number = 1; number <= directLimits.unconfirmed; number++) many.take(notes(number), 0);
    expect(many.take(notes(directLimits.unconfirmed + 1), 0)).toBe(false);
  });

  test('that no honest client sends are forged', () => {
    const source = new DirectSource(0);
    expect(source.take(notes(0), 0)).toBe('forged');
    expect(source.take(notes(1, [[0xf0, 1, 2]]), 0)).toBe('forged');
  });
});

test('R25.11: a path carries the notes after 16 that came directly first, until two of eight did not, or it rests', () => {
  const source = new DirectSource(0);
  let [number, nowUs] = [0, 0];
  const play = (count: number, isDirect: boolean, aheadUs = 20_000) => {
    for (let played = 0; played < count; played++) {
      number++;
      if (isDirect) source.take(notes(number), nowUs);
      source.served(notes(number), nowUs + aheadUs);
      nowUs += 50_000;
    }
    return source.isCarried;
  };
  expect([play(15, true), play(1, true)]).toEqual([false, true]);
  expect([play(1, false), play(6, true), play(1, false)]).toEqual([true, true, true]);
  expect([play(2, true), play(1, false)]).toEqual([true, false]);
  expect([play(15, true), play(1, true)]).toEqual([false, true]);
  expect(play(40, true, 100)).toBe(false);
  source.startPath();
  expect([source.isWorth, play(16, true)]).toEqual([true, true]);
});

test('R25.8: a path is worth it while it wins 1 ms over nine messages in the middle', () => {
  const source = new DirectSource(0);
  const play = (number: number, directUs: number, serverUs: number) => {
    const acts = [
      { atUs: directUs, run: () => source.take(notes(number), directUs) },
      { atUs: serverUs, run: () => source.served(notes(number), serverUs) },
    ];
    for (const { run } of acts.sort((one, other) => one.atUs - other.atUs)) run();
  };
  for (let number = 1; number <= 8; number++) play(number, 5_000, 5_100);
  expect(source.isWorth).toBe(true);
  play(9, 5_000, 5_100);
  expect([source.isWorth, source.figures.winUs]).toEqual([false, 100]);
  for (let number = 10; number <= 18; number++) play(number, 9_000, 5_000);
  expect([source.isWorth, source.figures.winUs]).toEqual([false, -4_000]);
  for (let number = 19; number <= 40; number++) play(number, 5_000, 30_000);
  expect([source.isWorth, source.figures.winUs]).toEqual([true, 25_000]);
});
