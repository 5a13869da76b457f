import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingTime, writeMidiFile } from '@roomtone/smf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLong } from '../../../../testing/long-runs.ts';
import type { LibraryQuery, LibraryView } from '../shared/library/library.ts';
import { libraryLimits } from '../shared/library/library-limits.ts';
import { maxMidiFileBytes } from '../shared/midi-file.ts';
import { FolderLibrary } from './folder-library.ts';
import { Journal } from './journal.ts';

let base: string;
let songs: string;
const opened: FolderLibrary[] = [];

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'roomtone-library-'));
  songs = join(base, 'Songs');
  mkdirSync(songs);
});

afterEach(() => {
  for (const library of opened.splice(0)) library.close();
  rmSync(base, { recursive: true, force: true });
});

function aMidiFile(key: number): Uint8Array {
  const events = [
    { timeUs: 0, data: Uint8Array.of(0x90, key, 90) },
    { timeUs: 1_000_000, data: Uint8Array.of(0x80, key, 64) },
  ];
  return writeMidiFile([{ name: '', events }], 0, recordingTime);
}

function put(path: string, key = 60): void {
  const where = join(songs, path);
  mkdirSync(join(where, '..'), { recursive: true });
  writeFileSync(where, aMidiFile(key));
}

const journalPath = () => join(base, 'data', 'library.jsonl');
let ids = 0;

function openLibrary(): FolderLibrary {
  const library = new FolderLibrary({
    journal: new Journal(journalPath()),
    nowMs: () => 1,
    newId: () => `folder-${++ids}`,
    platform: process.platform,
    onChange: () => {},
    report: (problem, error) => expect.fail(`${problem}: ${error}`),
  });
  opened.push(library);
  return library;
}

async function query(library: FolderLibrary, fields: Partial<LibraryQuery> = {}) {
  const whole = { text: '', tag: null, sort: 'title', isDescending: false, offset: 0, limit: 200 } as const;
  return library.answer('query', { ...whole, view: 'all', ...fields });
}

const namesOf = async (library: FolderLibrary, view: LibraryView = 'all') =>
  (await query(library, { view })).rows.map(({ name }) => name);

async function withSongs(): Promise<FolderLibrary> {
  const library = openLibrary();
  await library.answer('addFolder', songs);
  await library.idle();
  return library;
}

describe('the library of folders on disk', () => {
  it('indexes a folder and all below it, and reads a file by its id alone', async () => {
    put('a.mid');
    put('Walzer/Wien/b.MIDI', 62);
    put('sing.kar', 64);
    writeFileSync(join(songs, 'cover.jpg'), 'no music');
    const library = await withSongs();
    const { rows } = await query(library);
    expect(rows).toMatchObject([
      { name: 'a', folder: 'Songs', isKept: false },
      { name: 'b', folder: 'Songs / Walzer / Wien' },
      { name: 'sing', folder: 'Songs' },
    ]);
    expect(library.status.folders).toMatchObject([{ name: 'Songs', path: songs, state: 'ready', fileCount: 3 }]);
    const file = await library.answer('read', rows[1]?.id ?? '');
    expect(file).toEqual({ name: 'b', bytes: Uint8Array.from(aMidiFile(62)) });
    expect(await library.answer('read', join(songs, 'cover.jpg'))).toBeNull();
  });

  it('follows no links, into circles or out of the folder, and goes only so deep', async () => {
    put('a.mid');
    writeFileSync(join(base, 'secret.mid'), aMidiFile(60));
    symlinkSync(songs, join(songs, 'again'));
    symlinkSync(join(base, 'secret.mid'), join(songs, 'secret.mid'));
    const deep = Array.from({ length: libraryLimits.depth }, () => 'd').join('/');
    put(`${deep}/deep.mid`, 61);
    put(`${deep}/d/deeper.mid`, 62);
    const library = await withSongs();
    expect(await namesOf(library)).toEqual(['a', 'deep']);
    // A link that takes the place of a known file is not read either.
    const [a] = (await query(library)).rows;
    rmSync(join(songs, 'a.mid'));
    symlinkSync(join(base, 'secret.mid'), join(songs, 'a.mid'));
    expect(await library.answer('read', a?.id ?? '')).toBeNull();
  });

  it('says what is wrong with bad files, and does not open huge ones', async () => {
    writeFileSync(join(songs, 'notes.mid'), 'once upon a time, there was a text');
    writeFileSync(join(songs, 'half.mid'), aMidiFile(60).subarray(0, 30));
    writeFileSync(join(songs, 'huge.mid'), '');
    truncateSync(join(songs, 'huge.mid'), maxMidiFileBytes + 1);
    const library = await withSongs();
    const { rows } = await query(library, { view: 'problems' });
    expect(rows.map(({ name, problem }) => [name, problem])).toEqual([
      ['half', 'damaged'],
      ['huge', 'too-large'],
      ['notes', 'not-midi'],
    ]);
  });

  it('finds what was added, changed, renamed and deleted while it watches; stars stay with what was renamed', async () => {
    put('a.mid', 60);
    put('sub/b.mid', 61);
    const library = await withSongs();
    const [a] = (await query(library)).rows;
    await library.answer('mark', { id: a?.id ?? '', isFavourite: true });
    renameSync(join(songs, 'a.mid'), join(songs, 'z.mid'));
    rmSync(join(songs, 'sub'), { recursive: true });
    put('new/c.mid', 62);
    await expect.poll(() => namesOf(library)).toEqual(['c', 'z']);
    expect(await namesOf(library, 'favourites')).toEqual(['z']);
    // In a folder that is new itself.
    put('new/d.mid', 63);
    await expect.poll(() => namesOf(library)).toEqual(['c', 'd', 'z']);
  });

  it('keeps files of a folder that is not there, and says so', async () => {
    put('a.mid');
    await withSongs();
    renameSync(songs, `${songs} away`);
    const library = openLibrary();
    await library.answer('open', null);
    await library.idle();
    expect(library.status.folders).toMatchObject([{ state: 'missing', fileCount: 1 }]);
    const [a] = (await query(library)).rows;
    expect(await library.answer('read', a?.id ?? '')).toBeNull();
  });

  it('takes so many folders and no more, and says so', async () => {
    const library = openLibrary();
    for (let number = 0; number <= libraryLimits.folders; number++) {
      const path = join(base, `folder ${number}`);
      mkdirSync(path);
      await library.answer('addFolder', path);
      expect(library.status.full, path).toBe(number < libraryLimits.folders ? null : 'folders');
    }
    await library.answer('removeFolder', library.status.folders[0]?.id ?? '');
    expect(library.status).toMatchObject({ full: null, folders: { length: libraryLimits.folders - 1 } });
  });

  it('forgets a folder, and leaves its files where they are', async () => {
    put('a.mid');
    const library = await withSongs();
    await library.answer('removeFolder', library.status.folders[0]?.id ?? '');
    expect(library.status).toMatchObject({ folders: [], counts: { all: 0 } });
    const next = openLibrary();
    expect((await next.answer('open', null)).folders).toEqual([]);
    expect((await readFile(join(songs, 'a.mid'))).length).toBeGreaterThan(0);
  });

  it(`has ${isLong ? '10,000' : '1,000'} files again after a restart without reading one`, async () => {
    const count = isLong ? 10_000 : 1_000;
    const bytes = aMidiFile(60);
    for (let folder = 0; folder < count / 100; folder++) mkdirSync(join(songs, String(folder)));
    const writing = Array.from({ length: count }, (_, at) =>
      writeFile(join(songs, `${at % (count / 100)}/${at}.mid`), bytes),
    );
    await Promise.all(writing);
    await withSongs();
    const lines = (await readFile(journalPath(), 'utf8')).length;
    const library = openLibrary();
    await library.answer('open', null);
    await library.idle();
    expect((await query(library)).total).toBe(count);
    // Each file that was read is in the journal.
    expect((await readFile(journalPath(), 'utf8')).length).toBe(lines);
  });
});

describe('the journal', () => {
  it('loses no more than the line that a crash cut off', async () => {
    put('a.mid');
    const library = await withSongs();
    const [a] = (await query(library)).rows;
    await library.answer('mark', { id: a?.id ?? '', tags: ['jazz'] });
    writeFileSync(journalPath(), `${await readFile(journalPath(), 'utf8')}\n{"mark":["x",{"isFav`);
    const next = openLibrary();
    await next.answer('mark', { id: a?.id ?? '', isFavourite: true });
    const last = openLibrary();
    expect((await query(last)).rows).toMatchObject([{ isFavourite: true, tags: ['jazz'] }]);
  });

  it('is rewritten when most of it is outdated', async () => {
    put('a.mid');
    const library = await withSongs();
    const [a] = (await query(library)).rows;
    const before = (await readFile(journalPath(), 'utf8')).length;
    const again = `\n${JSON.stringify({ mark: ['x', { isFavourite: false, tags: [], playedMs: 1 }] })}`;
    await writeFile(journalPath(), (await readFile(journalPath(), 'utf8')) + again.repeat(6_000));
    const next = openLibrary();
    expect((await query(next)).rows).toMatchObject([{ id: a?.id }]);
    expect((await readFile(journalPath(), 'utf8')).length).toBeLessThan(before + 2 * again.length);
  });
});
