// Music that others have made with other programs, in the library and in the player.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readMidiFile } from '@roomtone/smf';
import { expect, onTestFinished, test } from 'vitest';
import { openmsxFiles } from '../../../packages/cli/test/openmsx-files.ts';
import { FolderLibrary } from '../src/midi-library/folder-library.ts';
import { Journal } from '../src/midi-library/journal.ts';
import { Playback } from '../src/renderer/src/page/features/playback/playback.ts';
import { scoreOf } from '../src/renderer/src/page/features/playback/score.ts';

test('the 31 pieces of OpenTTD are indexed, and play to the end, event for event', async ({ skip }) => {
  const files = await openmsxFiles();
  if ('missing' in files) {
    if (process.env['CI'] === 'true') throw new Error(files.missing);
    skip(files.missing);
    return;
  }
  const data = await mkdtemp(join(tmpdir(), 'roomtone-library-'));
  const library = new FolderLibrary({
    journal: new Journal(join(data, 'library.jsonl')),
    nowMs: Date.now,
    newId: () => 'openmsx',
    platform: process.platform,
    onChange: () => {},
    report: (problem, error) => expect.fail(`${problem}: ${error}`),
  });
  onTestFinished(async () => {
    library.close();
    await rm(data, { recursive: true });
  });
  await library.answer('addFolder', dirname(files.paths[0] ?? ''));
  await library.idle();
  const query = { text: '', tag: null, sort: 'title', isDescending: false, offset: 0, limit: 100 } as const;
  expect((await library.answer('query', { ...query, view: 'problems' })).rows).toEqual([]);
  const { rows } = await library.answer('query', { ...query, view: 'all' });
  expect(rows).toHaveLength(31);
  expect((await library.answer('query', { ...query, view: 'lyrics' })).rows.map(({ facts }) => facts?.title)).toContain(
    "If You're Going to the City",
  );
  for (const { id, name, facts } of rows) {
    const file = await library.answer('read', id);
    const { tracks, tempos, events } = readMidiFile(file?.bytes ?? new Uint8Array());
    const playback = new Playback(scoreOf(name, tracks, tempos));
    const played: string[] = [];
    playback.play(0, () => {});
    playback.emitDue(playback.score.lengthUs, (bytes) => void played.push(bytes.join()));
    expect(playback.isPlaying, name).toBe(false);
    // The release at the end comes on top.
    expect(played.slice(0, events.length).toSorted(), name).toEqual(
      events.map((event) => event.data.join()).toSorted(),
    );
    expect(facts?.noteCount, name).toBe(events.filter(({ data }) => isNoteOn(data)).length);
    expect(facts?.durationMs ?? 0, name).toBeGreaterThan(50_000);
    expect(facts?.key, name).not.toBeNull();
  }
});

function isNoteOn([status = 0, , velocity = 0]: Uint8Array): boolean {
  return (status & 0xf0) === 0x90 && velocity > 0;
}
