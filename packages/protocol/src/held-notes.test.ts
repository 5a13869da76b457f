import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NaiveHeldNotes } from '../test/held-notes-model.ts';
import { fixSeed } from '../test/seed.ts';
import { HeldNotes } from './held-notes.ts';
import { midiIssue } from './midi.ts';

fixSeed();

describe('R7.1: the notes a player holds', () => {
  test('are released by note-offs, then pedal-ups, and then forgotten', () => {
    const held = new HeldNotes();
    held.feed(Uint8Array.of(0x90, 60, 80, 0x95, 64, 1, 0xb5, 64, 127, 0x90, 62, 90, 0x80, 62, 0));
    expect([...held.release()]).toEqual([0x80, 60, 64, 0x85, 64, 64, 0xb5, 64, 0]);
    expect(held.release()).toHaveLength(0);
    expect(held.keysDown).toBe(0);
  });

  test('count a key struck twice once, with the later velocity', () => {
    const held = new HeldNotes();
    held.feed(Uint8Array.of(0x90, 60, 80, 0x90, 60, 20));
    expect(held.keysDown).toBe(1);
    expect(held.velocity(0, 60)).toBe(20);
    held.feed(Uint8Array.of(0x90, 60, 0));
    expect(held.keysDown).toBe(0);
  });

  test.each([120, 123, 124, 125, 126, 127])('end on their channel with controller %i', (controller) => {
    const held = new HeldNotes();
    held.feed(Uint8Array.of(0x90, 60, 80, 0x91, 60, 80, 0xb0, controller, 0));
    expect([held.velocity(0, 60), held.velocity(1, 60)]).toEqual([0, 80]);
  });

  test.each([121, 122])('do not end with controller %i', (controller) => {
    const held = new HeldNotes();
    held.feed(Uint8Array.of(0x90, 60, 80, 0xb0, controller, 0));
    expect(held.velocity(0, 60)).toBe(80);
  });

  test('match a naive model for any events', () => {
    const piece = fc.array(arbitraryHolding(), { maxLength: 60 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const held = new HeldNotes();
        const model = new NaiveHeldNotes();
        for (const events of pieces) {
          held.feed(Uint8Array.from(events.flat()));
          for (const event of events) model.feed(event);
          expect(keysOf(held)).toEqual(model.keys());
          expect(held.keysDown).toBe(model.keys().length);
        }
        const release = held.release();
        expect(eventsOf(release)).toEqual(model.release());
        const after = new NaiveHeldNotes();
        for (const event of [...pieces.flat(), ...eventsOf(release)]) after.feed(event);
        expect(after.release(), 'the release ends everything').toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('fit into valid messages of at most 256 events after joining', () => {
    const held = new HeldNotes();
    for (let channel = 0; channel < 16; channel++) {
      for (let key = 0; key < 128; key++) held.feed(Uint8Array.of(0x90 | channel, key, 1));
      for (const pedal of [64, 66, 67]) held.feed(Uint8Array.of(0xb0 | channel, pedal, 127));
    }
    const events = eventsOf(held.release());
    expect(events).toHaveLength(16 * 131);
    const data = Uint8Array.from(events.slice(0, 256).flat());
    expect(midiIssue({ startTime: 0, offsets: events.slice(0, 256).map(() => 0), data })).toBeUndefined();
  });
});

/** Events on few channels and keys, so that they often collide. */
function arbitraryHolding(): fc.Arbitrary<number[]> {
  const channel = fc.constantFrom(0, 1, 15);
  const key = fc.constantFrom(0, 60, 61, 127);
  const value = fc.constantFrom(0, 1, 63, 64, 127);
  const controller = fc.constantFrom(1, 7, 64, 65, 66, 67, 68, 120, 121, 122, 123, 124, 127);
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(channel, key, value).map(([c, k, v]) => [0x90 | c, k, v]) },
    { weight: 3, arbitrary: fc.tuple(channel, key, value).map(([c, k, v]) => [0x80 | c, k, v]) },
    { weight: 3, arbitrary: fc.tuple(channel, controller, value).map(([c, n, v]) => [0xb0 | c, n, v]) },
    { weight: 1, arbitrary: fc.tuple(channel, value).map(([c, v]) => [0xc0 | c, v]) },
    { weight: 1, arbitrary: fc.tuple(channel, key, value).map(([c, k, v]) => [0xa0 | c, k, v]) },
    { weight: 1, arbitrary: fc.tuple(channel, value, value).map(([c, a, b]) => [0xe0 | c, a, b]) },
  );
}

function keysOf(held: HeldNotes): string[] {
  const keys: string[] = [];
  held.forEachKey((channel, key, velocity) => {
    expect(held.velocity(channel, key)).toBe(velocity);
    keys.push(`${channel}/${key}/${velocity}`);
  });
  return keys.sort();
}

/** All events of a release have three bytes. */
function eventsOf(release: Uint8Array): number[][] {
  return Array.from({ length: release.length / 3 }, (_, index) => [...release.subarray(index * 3, index * 3 + 3)]);
}
