import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RoomEvents } from '@roomtone/sdk';
import { readMidiFile } from '@roomtone/smf';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anEmitter } from '../test/emitter-double.ts';
import { Recording } from './recording.ts';
import { RecordingFile } from './recording-file.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roomtone-recording-'));
  path = join(folder, 'jam.mid');
});

afterEach(() => rm(folder, { recursive: true }));

describe('a recording’s file', () => {
  test('appears complete, and grows with the recording', async () => {
    const { recording, play } = aRecording();
    const file = await RecordingFile.prepare(path, false);
    for (const count of [1, 2]) {
      play();
      expect(await file.save(recording)).toBe(true);
      expect(readMidiFile(await readFile(path)).events).toHaveLength(count);
      expect(await readdir(folder), 'no other file is left').toEqual(['jam.mid']);
    }
  });

  test('does not appear if nothing was played', async () => {
    const file = await RecordingFile.prepare(path, false);
    expect(await file.save(aRecording().recording)).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is complete after overlapping saves', async () => {
    const { recording, play } = aRecording();
    const file = await RecordingFile.prepare(path, false);
    const saves = [1, 2, 3].map(() => {
      play();
      return file.save(recording);
    });
    expect(await Promise.all(saves)).toEqual([true, true, true]);
    expect(readMidiFile(await readFile(path)).events).toHaveLength(3);
  });

  test('does not replace an existing file unless allowed', async () => {
    await writeFile(path, 'precious');
    await expect(RecordingFile.prepare(path, false)).rejects.toThrow('exists already');
    const { recording, play } = aRecording();
    play();
    await (await RecordingFile.prepare(path, true)).save(recording);
    expect(readMidiFile(await readFile(path)).events).toHaveLength(1);
  });

  test('is refused before recording starts if it cannot be written', async () => {
    await expect(RecordingFile.prepare(join(folder, 'no', 'such', 'jam.mid'), false)).rejects.toThrow(
      'cannot be written',
    );
  });

  test('keeps the old version if the new one cannot be written', async () => {
    const { recording, play } = aRecording();
    const file = await RecordingFile.prepare(path, false);
    play();
    await file.save(recording);
    const before = await readFile(path);
    // Something is in the way of the new version.
    await mkdir(`${path}.part`);
    play();
    await expect(file.save(recording)).rejects.toThrow('EISDIR');
    expect(await readFile(path)).toEqual(before);
    await rm(`${path}.part`, { recursive: true });
    await file.save(recording);
    expect(readMidiFile(await readFile(path)).events, 'the next attempt has everything').toHaveLength(2);
  });
});

function aRecording() {
  const { on, emit } = anEmitter<RoomEvents>();
  const recording = new Recording({ on, participants: new Map(), serverNowUs: () => 0 });
  const play = () => {
    emit('notes', {
      participantId: 1,
      startTimeUs: 0,
      playAtUs: 0,
      intervalUs: 0,
      offsets: [0],
      data: Uint8Array.of(0xc0, 1),
    });
  };
  return { recording, play };
}
