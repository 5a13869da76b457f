import { describe, expect, it, test } from 'vitest';
import { describeMidiFile } from './describe.ts';
import type { MidiRepair } from './midi-file-error.ts';
import { readMidiFile } from './read.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const uint32 = (value: number) => [value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
const end = [0, 0xff, 0x2f, 0];
const [c, d, e] = [60, 62, 64].map((key) => [0, 0x90, key, 80, 96, 0x80, key, 0]) as [number[], number[], number[]];
const header = (tracks: number, { format = tracks > 1 ? 1 : 0, division = 96, length = 6 } = {}) => [
  ...ascii('MThd'),
  ...uint32(length),
  ...[0, format, tracks >> 8, tracks & 0xff, division >> 8, division & 0xff],
];
const track = (events: readonly number[], length = events.length) => [...ascii('MTrk'), ...uint32(length), ...events];
const one = (...events: readonly number[][]) => [...header(1), ...track([...events.flat(), ...end])];
const riff = (file: readonly number[], after: readonly number[] = []) => {
  const size = (value: number) => uint32(value).reverse();
  const data = [...ascii('RMIDdata'), ...size(file.length), ...file, ...after];
  return [...ascii('RIFF'), ...size(data.length), ...data];
};

/** Note-ons and when each ends, ms. */
function played(file: readonly number[]): string {
  const { events } = readMidiFile(Uint8Array.from(file));
  const ons = events.filter(({ data }) => (data[0] ?? 0) >> 4 === 9);
  return ons
    .map(({ timeUs, data: [, key = 0] }) => {
      const off = events.find(({ data, timeUs: us }) => (data[0] ?? 0) >> 4 === 8 && data[1] === key && us > timeUs);
      return `${key}: ${timeUs / 1_000}–${(off?.timeUs ?? Number.NaN) / 1_000}`;
    })
    .join(', ');
}

const twoNotes = '60: 0–500, 64: 500–1000';
const cases: readonly [string, number[], string, MidiRepair[]][] = [
  ['within RIFF', riff(one(c, e), [...ascii('LIST'), 4, 0, 0, 0, 1, 2, 3, 4]), twoNotes, []],
  ['behind a header of MacBinary', [...new Array<number>(128).fill(0), ...one(c, e)], twoNotes, []],
  ['behind other bytes', [...ascii('HTTP/1.1 200 OK\r\n\r\n'), ...one(c, e)], twoNotes, ['stray-bytes']],
  ['a header that says three tracks, of one', [...header(3), ...one(c, e).slice(14)], twoNotes, ['track-count']],
  ['a header that says none', [...header(0), ...one(c, e).slice(14)], twoNotes, ['track-count']],
  ['a header and nothing else', header(1), '', ['track-count']],
  ['a header of no length', [...header(1, { length: 0 }), ...one(c, e).slice(14)], twoNotes, ['header']],
  ['a header of any length', [...header(1, { length: 99 }), ...one(c, e).slice(14)], twoNotes, ['header']],
  ['ticks without length', [...header(1, { division: 0 }), ...track([...c, ...end])], '60: 0–100', ['header']],
  ['no end', [...header(1), ...track([...c, 0, 0x90, 64, 80, 96], 99)], twoNotes, ['cut-short']],
  ['the end within an event', one(c, [0, 0x90, 64, 80, 96, 0x80]).slice(0, -4), twoNotes, ['cut-short']],
  ['a last track of no length', [...header(1), ...track([...c, ...e, ...end], 0)], twoNotes, ['track-length']],
  [
    'a track that is shorter than it is',
    [...header(2), ...track([...c, ...d, ...end], 6), ...track([0, 0x91, 64, 80, 96, 0x81, 64, 0, ...end])],
    '60: 0–500, 64: 0–500, 62: 500–1000',
    ['track-length'],
  ],
  [
    'a track that swallows the next one',
    [...header(2), ...track([...c, ...end], 32), ...track([0, 0x91, 64, 80, 96, 0x81, 64, 0, ...end])],
    '60: 0–500, 64: 0–500',
    ['track-length'],
  ],
  ['an empty track before the music', [...header(2), ...track([]), ...track([...c, ...end])], '60: 0–500', []],
  [
    'stray bytes between tracks',
    [...header(2), ...track(end), 1, 2, 3, ...track([...c, ...e, ...end])],
    twoNotes,
    ['stray-bytes'],
  ],
  ['a value over 127', one(c, [0, 0xb0, 7, 0xff], e), twoNotes, ['invalid-values']],
  ['a key over 127', one(c, [0, 0x90, 0xff, 9], e), twoNotes, ['invalid-values']],
  ['data without a status at first', one([0, 60, 64], c, e), twoNotes, ['stray-bytes']],
  ['system messages', one(c, [0, 0xfe, 0, 0xf8, 0, 0xf2, 1, 2, 0, 0xf6], e), twoNotes, []],
  ['system exclusive messages in pieces', one([0, 0xf0, 3, 0x43, 0x12, 0, 0, 0xf7, 2, 0x43, 0xf7], c, e), twoNotes, []],
  ['a time of six bytes', one([0x80, 0x80, 0x80, 0x80, 0x80, 0, 0x90, 60, 80], [96, 0x80, 60, 0], e), twoNotes, []],
  ['zeros behind the end of a track', [...header(1), ...track([...c, ...e, ...end, 0, 0])], twoNotes, []],
  ['a tempo of no length', one([0, 0xff, 0x51, 3, 0, 0, 0], c, e), twoNotes, ['tempo']],
];

describe('a damaged file is read as far as it goes, and says how it was mended', () => {
  test.each(cases)('%s', (_what, file, notes, repairs) => {
    if (notes !== '') expect(played(file)).toBe(notes);
    expect(readMidiFile(Uint8Array.from(file)).repairs).toEqual(repairs);
    expect(describeMidiFile(Uint8Array.from(file)).repairs).toEqual(repairs);
  });

  it('a header that claims 65,535 tracks is no reason to refuse the two that there are', () => {
    const file = [...header(65_535), ...track([...c, ...end]), ...track([...e, ...end])];
    expect(readMidiFile(Uint8Array.from(file)).tracks).toHaveLength(2);
  });

  it('a packet within running status is no note, and ends none', () => {
    const { events } = readMidiFile(Uint8Array.from(one([0, 0x90, 60, 80, 16, 0xf7, 2, 67, 0xf7, 80, 60, 0])));
    expect(events.map(({ timeUs, data }) => [timeUs, ...data])).toEqual([
      [0, 0x90, 60, 80],
      [500_000, 0x90, 60, 0],
    ]);
  });
});

describe('ports', () => {
  const port = (number: number) => [0, 0xff, 0x21, 1, number];
  const program = (channel: number, number: number) => [0, 0xc0 | channel, number];
  const file = (...tracks: number[][]) => [
    ...header(tracks.length),
    ...tracks.flatMap((events) => track([...events, ...end])),
  ];
  const statuses = (bytes: number[]) =>
    readMidiFile(Uint8Array.from(bytes)).tracks.map(({ events }) => events.map(({ data }) => data[0]));

  it('the same channel of two ports becomes two channels', () => {
    expect(statuses(file([...port(0), ...program(0, 1)], [...port(1), ...program(0, 56)]))).toEqual([[0xc0], [0xc1]]);
  });

  it('drums of all ports stay drums', () => {
    expect(statuses(file([...port(0), ...program(9, 1)], [...port(1), ...program(9, 2)]))).toEqual([[0xc9], [0xc9]]);
  });

  it('channels of a single port stay as they are', () => {
    expect(statuses(file([...port(3), ...program(5, 1)], [...port(3), ...program(6, 2)]))).toEqual([[0xc5], [0xc6]]);
  });

  it('with more channels than there are, one with the same program is shared', () => {
    const all = Array.from({ length: 16 }, (_, channel) => program(channel, channel)).flat();
    expect(statuses(file([...port(0), ...all], [...port(1), ...program(0, 7)]))[1]).toEqual([0xc7]);
  });
});

describe('metre', () => {
  const signed = (beats: number, power: number) => one([0, 0xff, 0x58, 4, beats, power, 24, 8], c);
  test.each([
    ['6/8 has two beats of a dotted quarter', 6, 3, 2, 1.5],
    ['9/16 has three of a dotted eighth', 9, 4, 3, 0.75],
    ['2/2 has two halves', 2, 1, 2, 2],
    ['3/8 has three eighths', 3, 3, 3, 0.5],
    ['7/8 has seven eighths', 7, 3, 7, 0.5],
    ['6/4 has six quarters', 6, 2, 6, 1],
  ])('%s', (_what, beats, power, beatsPerBar, quartersPerBeat) => {
    const { tempos } = readMidiFile(Uint8Array.from(signed(beats, power)));
    expect(tempos).toEqual([{ timeUs: 0, usPerQuarter: 500_000, beatsPerBar, quartersPerBeat }]);
  });
});
