import { recordingTime, writeMidiFile } from '@roomtone/smf';
import fc from 'fast-check';
import { parseMidi } from 'midi-file';
import { describe, expect, it } from 'vitest';
import { NoteLog } from './note-log.ts';
import type { TakeChunk, TakePlayer } from './take.ts';
import { tracksOf } from './take-tracks.ts';

const seed = 20_261_121;
const startUs = 1_795_000_000_000_000;
const players: readonly TakePlayer[] = [
  { name: 'Mara', instrument: 'Grand piano' },
  { name: 'Teo', instrument: 'Upright bass' },
];

type Played = readonly [player: number, afterMs: number, ...bytes: number[]];

function chunksOf(...seconds: readonly (readonly Played[])[]): TakeChunk[] {
  const log = new NoteLog(startUs);
  return seconds.flatMap((second, index) => {
    for (const [player, afterMs, ...bytes] of second) {
      log.add(player, Uint8Array.from(bytes), startUs + afterMs * 1_000, []);
    }
    return log.takeChunk(startUs + (index + 1) * 1_000_000) ?? [];
  });
}

function played(chunks: readonly TakeChunk[], programOf?: (instrument: string) => number | undefined) {
  const { startUs: fromUs, tracks } = tracksOf({ players }, chunks, programOf);
  return tracks.map(({ name, events }) => [
    name,
    ...events.map(({ timeUs, data }) => [(timeUs - fromUs) / 1_000, ...data]),
  ]);
}

describe('the tracks of a take', () => {
  it('are one per player, in the order in which each played', () => {
    const chunks = chunksOf([
      [0, 100, 0x90, 60, 90],
      [1, 150, 0x91, 36, 80],
      [0, 400, 0x80, 60, 64],
      [1, 350, 0x81, 36, 64],
    ]);
    expect(played(chunks)).toEqual([
      ['Mara', [0, 0x90, 60, 90], [300, 0x80, 60, 64]],
      ['Teo', [50, 0x91, 36, 80], [250, 0x81, 36, 64]],
    ]);
  });

  it('start with the settings and held notes of each player, and leave out note-offs without their note-on', () => {
    const all = chunksOf(
      [
        [0, 100, 0xc0, 11],
        [0, 110, 0xb0, 64, 127],
        [0, 120, 0x90, 60, 90],
        [0, 130, 0x90, 62, 90],
        [0, 140, 0x80, 62, 64],
      ],
      [
        [0, 1_500, 0x90, 64, 90],
        [0, 1_600, 0x80, 60, 64],
        [0, 1_650, 0x80, 62, 64],
        [0, 1_700, 0x80, 64, 64],
      ],
    );
    expect(played(all.slice(1))).toEqual([
      [
        'Mara',
        [0, 0xc0, 11],
        [0, 0xb0, 64, 127],
        [0, 0x90, 60, 90],
        [500, 0x90, 64, 90],
        [600, 0x80, 60, 64],
        [700, 0x80, 64, 64],
        [1_000, 0xb0, 64, 0],
      ],
    ]);
  });

  it('release held notes at the end, and where the page was closed in between', () => {
    const before = chunksOf([[0, 100, 0x90, 60, 90]]);
    const after = chunksOf([[0, 5_000, 0x90, 72, 90]]).map((chunk) => ({
      ...chunk,
      startUs: startUs + 4_000_000,
      endUs: startUs + 6_000_000,
    }));
    expect(played([...before, ...after])).toEqual([
      ['Mara', [0, 0x90, 60, 90], [3_900, 0x80, 60, 64], [4_900, 0x90, 72, 90], [5_900, 0x80, 72, 64]],
    ]);
  });

  it('have channels of their own, and the instrument’s program where the player chose none', () => {
    const chunks = chunksOf([
      [0, 100, 0x90, 60, 90],
      [1, 150, 0xc0, 40],
      [1, 160, 0x90, 36, 80],
      [1, 170, 0x99, 38, 80],
      [0, 200, 0x80, 60, 64],
      [1, 200, 0x80, 36, 64],
      [1, 200, 0x89, 38, 64],
    ]);
    expect(played(chunks, (instrument) => (instrument === 'Upright bass' ? 32 : 0))).toEqual([
      ['Mara', [0, 0xc0, 0], [0, 0x90, 60, 90], [100, 0x80, 60, 64]],
      [
        'Teo',
        [0, 0xc9, 32],
        [50, 0xc1, 40],
        [60, 0x91, 36, 80],
        [70, 0x99, 38, 80],
        [100, 0x81, 36, 64],
        [100, 0x89, 38, 64],
      ],
    ]);
  });

  it('leave out players who played nothing', () => {
    expect(played(chunksOf([[1, 0, 0xb0, 64, 127]]))).toEqual([]);
  });

  it('contain exactly the events that were played, with times to 8 µs, when another recordings reads the file', () => {
    const value = fc.nat({ max: 127 });
    const event = fc.record({
      player: fc.nat({ max: 1 }),
      stepUs: fc.nat({ max: 400_000 }),
      bytes: fc.oneof(
        fc.tuple(fc.constant(0x90), value, fc.integer({ min: 1, max: 127 })),
        fc.tuple(fc.constant(0xb0), fc.integer({ min: 1, max: 63 }), value),
        fc.tuple(fc.constant(0xe0), value, value),
      ),
    });
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 80 }), (events) => {
        const log = new NoteLog(startUs);
        let timeUs = startUs;
        const expected: { us: number; bytes: number[] }[][] = [[], []];
        for (const { player, stepUs, bytes } of events) {
          timeUs += stepUs;
          log.add(player, Uint8Array.from(bytes), timeUs, []);
          const onOwnChannel = [(bytes[0] ?? 0) | player, ...bytes.slice(1)];
          expected[player]?.push({ us: timeUs, bytes: onOwnChannel });
        }
        const chunk = log.takeChunk(timeUs);
        const sounding = expected.filter((part) => part.some(({ bytes }) => (bytes[0] ?? 0) >> 4 === 9));
        fc.pre(chunk !== undefined && sounding.length === 2);
        const { startUs: fromUs, tracks } = tracksOf({ players }, chunk === undefined ? [] : [chunk]);
        const file = parseMidi(writeMidiFile(tracks, fromUs, recordingTime));
        expect(file.header).toMatchObject({ format: 1, numTracks: 3 });
        for (const [player, part] of expected.entries()) {
          let ticks = 0;
          const read = (file.tracks[player + 1] ?? []).flatMap((each) => {
            ticks += each.deltaTime;
            const bytes = rawOf(each);
            return bytes === undefined ? [] : [{ us: ticks * 16, bytes }];
          });
          expect(read.slice(0, part.length).map(({ bytes }) => bytes)).toEqual(part.map(({ bytes }) => bytes));
          for (const [at, { us }] of part.entries()) {
            expect(Math.abs((read[at]?.us ?? 0) - Math.max(0, us - fromUs))).toBeLessThanOrEqual(8);
          }
          const names = (file.tracks[player + 1] ?? []).flatMap((each) => ('text' in each ? [each.text] : []));
          expect(names).toEqual([players[player]?.name, players[player]?.instrument]);
        }
      }),
      { numRuns: 150, seed },
    );
  });
});

function rawOf(event: ReturnType<typeof parseMidi>['tracks'][number][number]): number[] | undefined {
  switch (event.type) {
    case 'noteOn':
      return [0x90 | event.channel, event.noteNumber, event.velocity];
    case 'controller':
      return [0xb0 | event.channel, event.controllerType, event.value];
    case 'pitchBend': {
      const value = event.value + 8_192;
      return [0xe0 | event.channel, value & 0x7f, value >> 7];
    }
    default:
      return undefined;
  }
}
