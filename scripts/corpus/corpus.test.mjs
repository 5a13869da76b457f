// A small corpus of the test's own making, and what Debian's packages carry: our readers and the second ones agree on it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openmsxFiles } from '../../packages/cli/test/openmsx-files.ts';
import { midi } from './midi.mjs';
import { hasRepeatWithoutStart, plainSheet, withoutRepeats } from './plain-sheet.mjs';
import { readCorpus } from './read-corpus.mjs';
import { abc } from './sheets.mjs';

const seed = 20_261_127;
const ascii = (text) => [...Buffer.from(text, 'latin1')];
const uint32 = (value) => [value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
const track = (events) => [...ascii('MTrk'), ...uint32(events.length), ...events];
const file = (format, division, tracks) =>
  Uint8Array.from([
    ...ascii('MThd'),
    ...uint32(6),
    ...[0, format, tracks.length >> 8, tracks.length & 0xff, division >> 8, division & 0xff],
    ...tracks.flatMap((events) => track([...events, 0, 0xff, 0x2f, 0])),
  ]);

const byte = fc.nat({ max: 127 });
const event = fc.oneof(
  fc.tuple(fc.integer({ min: 0x80, max: 0xbf }), byte, byte),
  fc.tuple(fc.integer({ min: 0xe0, max: 0xef }), byte, byte),
  fc.tuple(fc.integer({ min: 0xc0, max: 0xdf }), byte),
  fc.uint8Array({ maxLength: 30 }).map((text) => [0xff, 1, text.length, ...text]),
  fc.uint8Array({ maxLength: 30, max: 127 }).map((data) => [0xf0, data.length + 1, ...data, 0xf7]),
  fc.integer({ min: 1, max: 0xffffff }).map((us) => [0xff, 0x51, 3, us >> 16, (us >> 8) & 0xff, us & 0xff]),
);
const delta = fc.oneof(
  byte.map((ticks) => [ticks]),
  fc.tuple(byte, byte).map(([high, low]) => [high | 0x80, low]),
);
const events = fc
  .array(
    fc.tuple(delta, event).map((parts) => parts.flat()),
    { maxLength: 60 },
  )
  .map((all) => all.flat());
const anyFile = fc
  .tuple(
    fc.constantFrom(0, 1, 2),
    fc.constantFrom(96, 480, 960, 1, 0xe728, 0xe250),
    fc.array(events, { minLength: 1, maxLength: 4 }),
  )
  .map(([format, division, tracks]) => file(format, division, format === 0 ? tracks.slice(0, 1) : tracks));

/** Reads the folder; each file's outcome with its reason. */
async function readingsOf(folder) {
  const readings = [];
  await readCorpus(folder, (kind, path, reading) => readings.push({ kind, path, ...reading }));
  return readings;
}

async function folderOf(files) {
  const folder = await mkdtemp(join(tmpdir(), 'roomtone-corpus-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
  return folder;
}

const second = await midi.secondReader();
second?.close();

test.skipIf(second === undefined)(
  '200 files of any events are read as mido reads them, event for event',
  async () => {
    const files = fc.sample(anyFile, { numRuns: 200, seed }).map((bytes, index) => [`${index}.mid`, bytes]);
    const readings = await readingsOf(await folderOf(files));
    expect(readings.map(({ outcome }) => outcome)).toEqual(new Array(200).fill('read'));
  },
  60_000,
);

test.skipIf(second === undefined)(
  'damaged files are mended where mido refuses them, and never refused where it reads them',
  async () => {
    const whole = fc.sample(anyFile, { numRuns: 100, seed });
    const damaged = whole.map((bytes, index) => {
      const copy = Uint8Array.from(bytes);
      const at = 14 + ((index * 7_919) % (copy.length - 14));
      copy[at] = (index * 31) & 0xff;
      return [`${index}.mid`, index % 2 === 0 ? copy : copy.subarray(0, at)];
    });
    const readings = await readingsOf(await folderOf(damaged));
    expect(readings.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
    expect(readings.filter(({ isExpected }) => !isExpected)).toEqual([]);
    expect(readings.some(({ outcome }) => outcome === 'mended')).toBe(true);
  },
  60_000,
);

test('what is no music is refused with a reason, and what is hostile within bounds', async () => {
  const readings = await readingsOf(
    await folderOf([
      ['empty.mid', new Uint8Array(0)],
      ['text.mid', Buffer.from('once upon a time, there was no music')],
      ['zeros.mid', new Uint8Array(1_000_000)],
      ['tags.mid', Buffer.from(`MThd\0\0\0\x06\0\x01\xff\xff\0\x60${'MTrk\0\0\0\0'.repeat(1_025)}`, 'latin1')],
    ]),
  );
  expect(readings.map(({ outcome, isExpected }) => [outcome, isExpected])).toEqual(
    new Array(4).fill(['refused', true]),
  );
  expect(readings.map(({ reason }) => reason.replace(/ mido reads it\.$/, ''))).toEqual([
    'This is not a Standard MIDI File.',
    'This MIDI file is too large: it has more than 1024 tracks.',
    'This is not a Standard MIDI File.',
    'This is not a Standard MIDI File.',
  ]);
}, 60_000);

test.skipIf(second === undefined)(
  'the music of OpenTTD is read as mido reads it',
  async ({ skip }) => {
    const files = await openmsxFiles();
    if ('missing' in files) return skip(files.missing);
    const readings = await readingsOf(dirname(files.paths[0] ?? ''));
    expect(readings.length).toBeGreaterThan(30);
    expect(readings.filter(({ outcome, isExpected }) => outcome !== 'read' || !isExpected)).toEqual([]);
  },
  120_000,
);

const abcReader = await abc.secondReader();
abcReader?.close();

/** Tunes as musicians write them; the last one has a repeat without a start. */
const tunes = `X:1
T:Bars, repeats and endings
M:6/8
L:1/8
Q:3/8=100
K:D
A|:d2f efg|afd [1 d2e:|[2 d3::f3 g3|(3aba f d2d:|

X:2
T:Two voices, ties, accidentals and broken rhythm
M:4/4
L:1/8
Y:ABA
K:Gm
V:1
G>A B<c ^F2-F2|[Gd]4 z2 (5cdcBA|
V:2 bass
G,,4 D,4|=B,,2 c2 B,4|

X:3
T:Ornaments, grace notes, chords and jumps
R:hornpipe
M:C|
L:1/8
K:A
~A2{B}c2 "E7"e2!trill!f2|.A.B Tc2 "^D.C. al Fine" H[Ace]4|

X:7
T:A section that nothing begins
M:2/4
L:1/4
K:C
|:CD|[1 EF:|[2 G2||AB|c2:|
`;

test.skipIf(abcReader === undefined)(
  'ABC tunes are played as abc2midi plays them, and a difference that is none of ours has its reason',
  async () => {
    const readings = await readingsOf(await folderOf([['tunes.abc', Buffer.from(tunes)]]));
    expect(readings.map(({ kind, tune, outcome, isExpected }) => [kind, tune, outcome, isExpected])).toEqual([
      ['ABC', 1, 'read', true],
      ['ABC', 2, 'read', true],
      ['ABC', 3, 'read', true],
      ['ABC', 4, 'different', true],
    ]);
    expect(readings[3].reason).toMatch(/^the order of measures: /);
  },
  60_000,
);

test('a sheet is compared without the ways of playing that are a program’s own', () => {
  const [, , third = ''] = tunes.split('\n\n');
  expect(plainSheet(third)).toContain('A2c2 e2f2|AB c2  [Ace]4|');
  expect(withoutRepeats('X:1\nK:C\n|:CD|[1 EF:|[2 G2::AB:|')).toBe('X:1\nK:C\n|CD| EF| G2|AB|');
  const note = (inside) => `<note>${inside}<duration>1</duration></note>`;
  const pitch = '<pitch><step>C</step><octave>4</octave></pitch>';
  expect(plainSheet(`<a>${note(`<grace/>${pitch}`)}${note(`<cue/>${pitch}`)}</a>`)).toBe(`<a>${note('<rest/>')}</a>`);
  expect(hasRepeatWithoutStart('|:CD:|EF:|')).toBe(true);
  expect(hasRepeatWithoutStart('CD:|:EF:|')).toBe(false);
});
