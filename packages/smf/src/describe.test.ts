import { expect, it, test } from 'vitest';
import { describeMidiFile } from './describe.ts';
import { estimateKey } from './key-finding.ts';
import { MidiFileError } from './midi-file-error.ts';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const meta = (delta: number, type: number, bytes: ArrayLike<number>) => [
  delta,
  0xff,
  type,
  bytes.length,
  ...Array.from(bytes),
];
const named = (name: string) => meta(0, 3, utf8(name));
const note = (key: number, ticks = 100, channel = 0) => [0, 0x90 | channel, key, 90, ticks, 0x80 | channel, key, 0];
const tempo = (delta: number, us: number) => meta(delta, 0x51, [us >> 16, (us >> 8) & 0xff, us & 0xff]);

function midi(format: number, ...tracks: readonly (readonly number[])[]): Uint8Array {
  const chunk = (track: readonly number[]) => {
    const bytes = [...track, ...meta(0, 0x2f, [])];
    return [
      ...latin1('MTrk'),
      bytes.length >> 24,
      (bytes.length >> 16) & 255,
      (bytes.length >> 8) & 255,
      bytes.length & 255,
      ...bytes,
    ];
  };
  return Uint8Array.from([
    ...latin1('MThd'),
    0,
    0,
    0,
    6,
    0,
    format,
    0,
    tracks.length,
    0,
    100,
    ...tracks.flatMap(chunk),
  ]);
}

const described = (format: number, ...tracks: readonly (readonly number[])[]) =>
  describeMidiFile(midi(format, ...tracks));
const words = (lyrics: ReturnType<typeof describeMidiFile>['lyrics']) =>
  lyrics.map(({ syllables, startsVerse }) => (startsVerse ? '¶' : '') + syllables.map(({ text }) => text).join('|'));

it('says title, tempo, time signature, key, duration and tracks', () => {
  const conductor = [
    ...named('Slow one'),
    ...tempo(0, 1_000_000),
    ...meta(0, 0x58, [3, 2, 24, 8]),
    ...meta(0, 0x59, [0xfd, 1]),
  ];
  const faster = tempo(100, 250_000);
  const piano = [...named('Right hand'), 0, 0xc0, 4, ...note(60), ...note(63), ...note(67)];
  const drums = [...named('Kit'), ...note(36, 50, 9)];
  expect(described(1, [...conductor, ...faster], piano, drums)).toEqual({
    title: 'Slow one',
    durationUs: 1_000_000 + 2 * 250_000,
    tempo: { bpm: 60, slowest: 60, fastest: 240 },
    timeSignature: { beats: 3, unit: 4 },
    key: { tonic: 0, isMinor: true, isEstimated: false },
    tracks: [
      { name: 'Right hand', noteCount: 3, program: 4, isDrums: false },
      { name: 'Kit', noteCount: 1, program: undefined, isDrums: true },
    ],
    noteCount: 4,
    lyrics: [],
    repairs: [],
  });
});

test.each([
  ['a name that a program gave', 0, [...named('Track 1'), ...note(60)], ''],
  ['“untitled”', 0, [...named('untitled'), ...note(60)], ''],
  ['a name in another script', 0, [...named('Катюша'), ...note(60)], 'Катюша'],
  ['a name of the only track', 0, [...named('Ballad\r\n\u0000 in C'), ...note(60)], 'Ballad in C'],
  [
    'the first @T of a karaoke file',
    0,
    [...named('Words'), ...meta(0, 1, utf8('@TThe Song')), ...meta(0, 1, utf8('@TThe Band'))],
    'The Song',
  ],
])('takes its title from %s', (_what, format, track, title) => {
  expect(described(format, track).title).toBe(title);
});

it('takes the name of a first track that plays beside others for an instrument’s', () => {
  expect(described(1, [...named('Bass guitar'), ...note(40)], note(60)).title).toBe('');
});

it('estimates the key by the notes where the file does not say it', () => {
  const scale = (tonic: number, steps: readonly number[]) =>
    [...steps, 0, 0, 7, 0].flatMap((step) => note(tonic + step));
  const major = scale(62, [0, 2, 4, 5, 7, 9, 11, 12]);
  expect(described(0, major).key).toEqual({ tonic: 2, isMinor: false, isEstimated: true });
  expect(described(0, scale(57, [0, 2, 3, 5, 7, 8, 11, 12, 3, 3])).key).toEqual({
    tonic: 9,
    isMinor: true,
    isEstimated: true,
  });
  expect(described(0, [...note(60), ...note(64), ...note(67)]).key, 'three notes say too little').toBeUndefined();
  expect(
    described(
      0,
      [36, 38, 42, 46, 49].flatMap((key) => note(key, 50, 9)),
    ).key,
    'drums have no key',
  ).toBeUndefined();
  expect(estimateKey(new Array(12).fill(1)), 'every note alike').toBeUndefined();
});

it('reads lyric events, with lines and verses', () => {
  const sung = ['Mid', 'night ', 'sun\r', 'goes ', 'down\n\n', 'a', 'gain'].flatMap((text) => meta(50, 5, utf8(text)));
  const { lyrics } = described(0, [...note(60), ...sung]);
  expect(words(lyrics)).toEqual(['¶Mid|night |sun', 'goes |down', '¶a|gain']);
  expect(lyrics[0]?.syllables.map(({ timeUs }) => timeUs)).toEqual([750_000, 1_000_000, 1_250_000]);
});

it('reads the text events of a karaoke file: / is a line, \\ a verse, @ information', () => {
  const texts = [
    '@KMIDI KARAOKE FILE',
    '@LENGL',
    '\\Twin',
    'kle ',
    'star',
    '/how ',
    'I ',
    'won',
    'der',
    '\\Up ',
    'above',
  ];
  const track = [...named('Words'), ...texts.flatMap((text) => meta(20, 1, utf8(text)))];
  expect(words(described(1, note(60), track).lyrics)).toEqual(['¶Twin|kle |star', 'how |I |won|der', '¶Up |above']);
});

it('takes ordinary text events for no song', () => {
  expect(described(0, [...meta(0, 1, utf8('Sequenced by me')), ...note(60)]).lyrics).toEqual([]);
});

it('breaks lines at pauses where the file has no breaks, and joins syllables at hyphens where it has no spaces', () => {
  const sung = [
    ['Hal-', 10],
    ['lo', 10],
    ['Welt', 10],
    ['wei-', 127 * 8],
    ['ter', 10],
  ] as const;
  const track = sung.flatMap(([text, delta]) =>
    delta < 128 ? meta(delta, 5, utf8(text)) : [0x80 | (delta >> 7), delta & 0x7f, 0xff, 5, text.length, ...utf8(text)],
  );
  expect(words(described(0, [...note(60), ...track]).lyrics)).toEqual(['¶Hal|lo |Welt ', 'wei|ter ']);
});

test.each([
  ['UTF-8', utf8('Grüße, „Ž“ €')],
  ['Windows-1252', Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65, 0x2c, 0x20, 0x84, 0x8e, 0x93, 0x20, 0x80)],
])('reads texts in %s', (_name, bytes) => {
  const { title, lyrics } = described(0, [...meta(0, 3, bytes), ...note(60), ...meta(0, 5, bytes)]);
  expect(title).toBe('Grüße, „Ž“ €');
  expect(words(lyrics)).toEqual(['¶Grüße, „Ž“ €']);
});

it('puts no spaces into scripts that have none', () => {
  const sung = [...'さくら', '月', '亮'].flatMap((text) => meta(10, 5, utf8(text)));
  expect(words(described(0, [...note(60), ...sung]).lyrics).map((line) => line.replaceAll('|', ''))).toEqual([
    '¶さくら月亮',
  ]);
});

it('finds a song without marks in a track that is named for it', () => {
  const track = (name: string) => [
    ...named(name),
    ...['Hel', 'lo ', 'world'].flatMap((text) => meta(20, 1, utf8(text))),
  ];
  expect(words(described(1, note(60), track('Words')).lyrics)).toEqual(['¶Hel|lo |world']);
  expect(described(1, note(60), track('Melody')).lyrics).toEqual([]);
});

it('leaves out a tempo without length, and tempos that no music has', () => {
  const { tempo: found, repairs } = described(0, [...tempo(0, 0), ...note(60), ...tempo(0, 1), ...note(60)]);
  expect(found).toEqual({ bpm: 120, slowest: 120, fastest: 120 });
  expect(repairs).toEqual(['tempo']);
});

it('adds up the tracks of format 2, which follow each other, each in the tempo that files begin with', () => {
  const slow = [...tempo(0, 1_000_000), ...note(60), ...note(62)];
  expect(described(2, slow, note(64)).durationUs).toBe(2_000_000 + 500_000);
});

it('says what is wrong with a bad file', () => {
  const good = midi(0, note(60));
  for (let length = 0; length < 14; length++) {
    expect(() => describeMidiFile(good.subarray(0, length)), `${length} bytes`).toThrow(MidiFileError);
  }
  expect(() => describeMidiFile(utf8('RIFF, but not music at all'))).toThrow('This is not a Standard MIDI File.');
});

it('keeps little of a file that is made to fill the memory', () => {
  const flood = Array.from({ length: 20_100 }, () => meta(0, 5, latin1('la '))).flat();
  const { lyrics, title } = described(0, [...meta(0, 1, utf8(`@T${'x'.repeat(120)}`)), ...note(60), ...flood]);
  expect(title).toHaveLength(120);
  expect(lyrics.flatMap(({ syllables }) => syllables)).toHaveLength(19_999);
  const long = described(0, [...note(60), ...meta(0, 5, latin1('la'.repeat(60)))]).lyrics;
  expect(words(long)).toEqual([`¶${'la'.repeat(50)} `]);
});
