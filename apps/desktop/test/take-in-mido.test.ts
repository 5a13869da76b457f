// A take as other programs see it: mido reads the file that is exported.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { takeFile } from '../src/renderer/src/page/features/recording/take-file.ts';

const python = '/usr/bin/python3';
const hasMido = spawnSync(python, ['-c', 'import mido']).status === 0;
const listing = `
import json, sys, mido
file = mido.MidiFile(sys.argv[1], charset='utf-8')
tracks = []
for track in file.tracks:
    tick, found = 0, []
    for message in track:
        tick += message.time
        found.append([tick, message.type, *[getattr(message, name) for name in ("name", "text", "tempo", "numerator", "program", "control", "value", "note") if hasattr(message, name)]])
    tracks.append(found)
print(json.dumps([file.ticks_per_beat, tracks]))
`;

test.skipIf(!hasMido)('mido finds tempo, metre, players, state and notes of a take on their ticks', async () => {
  // 100 beats a minute in bars of three; the metronome began at 7 s.
  const beatUs = (beat: number) => 7_000_000 + beat * 600_000;
  const notes = [beatUs(5), beatUs(5.5), beatUs(6), beatUs(7)];
  const take = {
    players: [{ name: 'Mara', instrument: 'Cello' }],
    pieces: [
      { timeUs: 5_000_000, title: 'Over before' },
      { timeUs: 6_500_000, title: 'Caravan' },
      { timeUs: beatUs(5.5), title: 'Öland' },
      { timeUs: beatUs(60), title: 'Played by nobody' },
    ],
    tempos: [{ timeUs: 6_500_000, usPerQuarter: 600_000, beatsPerBar: 3, beatUs: beatUs(0) }],
  };
  const chunk = {
    startUs: 6_000_000,
    endUs: beatUs(9),
    opening: [[0, Uint8Array.of(0xb0, 7, 90)]] as const,
    timesUs: Float64Array.from(notes),
    players: Uint16Array.from([0, 0, 0, 0]),
    data: Uint8Array.of(0x90, 60, 80, 0x80, 60, 0, 0x90, 62, 80, 0x80, 62, 0),
  };
  const folder = await mkdtemp(join(tmpdir(), 'roomtone-take-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'take.mid');
  await writeFile(
    path,
    takeFile(take, [chunk], () => 42),
  );
  expect(JSON.parse(execFileSync(python, ['-c', listing, path], { encoding: 'utf8' }))).toEqual([
    960,
    [
      [
        [0, 'set_tempo', 600_000],
        [0, 'time_signature', 3],
        [0, 'marker', 'Caravan'],
        [2_880, 'marker', 'Öland'],
        [2_880, 'end_of_track'],
      ],
      [
        [0, 'track_name', 'Mara'],
        [0, 'instrument_name', 'Cello'],
        [0, 'program_change', 42],
        [0, 'control_change', 7, 90],
        // The first note is on the third beat of its bar.
        [1_920, 'note_on', 60],
        [2_400, 'note_off', 60],
        [2_880, 'note_on', 62],
        [3_840, 'note_off', 62],
        [5_760, 'end_of_track'],
      ],
    ],
  ]);
});
