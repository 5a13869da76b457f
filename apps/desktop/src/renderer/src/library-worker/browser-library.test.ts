import 'fake-indexeddb/auto';
import { recordingTime, writeMidiFile } from '@roomtone/smf';
import { expect, it } from 'vitest';
import { BrowserLibrary } from './browser-library.ts';
import { LibraryDatabase } from './library-database.ts';

const everything = {
  text: '',
  view: 'all',
  tag: null,
  sort: 'title',
  isDescending: false,
  offset: 0,
  limit: 9,
} as const;

function aMidiFile(key: number): Uint8Array<ArrayBuffer> {
  const events = [{ timeUs: 0, data: Uint8Array.of(0x90, key, 90) }];
  return Uint8Array.from(writeMidiFile([{ name: '', events }], 0, recordingTime));
}

let databases = 0;

function open(name: string): BrowserLibrary {
  return new BrowserLibrary({
    database: new LibraryDatabase(name),
    nowMs: () => 1,
    newId: () => 'folder',
    onChange: () => {},
  });
}

async function withFiles(name: string): Promise<BrowserLibrary> {
  const library = open(name);
  await library.answer('addFiles', [
    { file: new File([aMidiFile(60)], 'a.mid'), path: ['a.mid'] },
    { file: new File([aMidiFile(62)], 'b.mid'), path: ['Songs', 'Jazz', 'b.mid'] },
    { file: new File(['a picture'], 'cover.jpg'), path: ['Songs', 'cover.jpg'] },
    { file: new File(['a text'], 'notes.txt'), path: ['notes.txt'] },
  ]);
  await library.idle();
  return library;
}

it('keeps files with their bytes and marks for the next page; of folders, only MIDI files', async () => {
  const name = `library ${++databases}`;
  const first = await withFiles(name);
  const [a] = (await first.answer('query', everything)).rows;
  await first.answer('mark', { id: a?.id ?? '', isFavourite: true, tags: ['slow'] });
  const next = open(name);
  expect(await next.answer('open', null)).toMatchObject({
    counts: { all: 2, favourites: 1, problems: 1 },
    tags: [{ name: 'slow', count: 1 }],
    keepsNothing: false,
  });
  const { rows } = await next.answer('query', everything);
  expect(rows).toMatchObject([
    { name: 'a', folder: '', isKept: true, isFavourite: true },
    { name: 'b', folder: 'Songs / Jazz', isKept: true },
  ]);
  expect(await next.answer('read', rows[1]?.id ?? '')).toEqual({ name: 'b', bytes: aMidiFile(62) });
  const problems = await next.answer('query', { ...everything, view: 'problems' });
  expect(problems.rows).toMatchObject([{ name: 'notes.txt', problem: 'not-midi' }]);
});

it('removes a file with its bytes', async () => {
  const name = `library ${++databases}`;
  const library = await withFiles(name);
  const [a] = (await library.answer('query', everything)).rows;
  await library.answer('removeFile', a?.id ?? '');
  expect(await library.answer('read', a?.id ?? '')).toBeNull();
  const next = open(name);
  expect((await next.answer('query', everything)).rows.map((row) => row.name)).toEqual(['b']);
  expect(await new LibraryDatabase(name).bytesOf(a?.id ?? '')).toBeUndefined();
});

it('says that nothing is kept where the browser stores nothing', async () => {
  const database = new LibraryDatabase(`library ${++databases}`);
  database.load = () => Promise.reject(new DOMException('no storage', 'InvalidStateError'));
  const library = new BrowserLibrary({ database, nowMs: () => 1, newId: () => 'folder', onChange: () => {} });
  expect(await library.answer('open', null)).toMatchObject({ keepsNothing: true, counts: { all: 0 } });
});
