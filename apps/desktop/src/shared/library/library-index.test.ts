import Value from 'typebox/value';
import { describe, expect, it, test } from 'vitest';
import { type LibraryFacts, LibraryMark, LibraryQuery } from './library.ts';
import { type IndexedFile, LibraryIndex } from './library-index.ts';
import { libraryLimits } from './library-limits.ts';

const someFacts: LibraryFacts = {
  title: '',
  durationMs: 60_000,
  bpm: 120,
  slowestBpm: 120,
  fastestBpm: 120,
  beats: 4,
  beatUnit: 4,
  key: null,
  trackNames: [],
  trackCount: 1,
  noteCount: 10,
  hasLyrics: false,
};

function aFile(id: string, facts: Partial<LibraryFacts> = {}, fields: Partial<IndexedFile> = {}): IndexedFile {
  return {
    id,
    folderId: 'f',
    path: [`${id}.mid`],
    name: id,
    folder: 'Songs',
    sizeBytes: 1,
    modifiedMs: 1,
    addedMs: 1,
    contentId: `content-${id}`,
    facts: { ...someFacts, ...facts },
    problem: null,
    ...fields,
  };
}

const everything: LibraryQuery = {
  text: '',
  view: 'all',
  tag: null,
  sort: 'title',
  isDescending: false,
  offset: 0,
  limit: 100,
};

function indexOf(...files: readonly IndexedFile[]): LibraryIndex {
  const index = new LibraryIndex();
  for (const file of files) index.put(file);
  return index;
}

const idsOf = (index: LibraryIndex, query: Partial<LibraryQuery> = {}) =>
  index.query({ ...everything, ...query }).rows.map(({ id }) => id);

describe('the library index', () => {
  it('sorts by title as people do, and a file without one by its name', () => {
    const index = indexOf(aFile('Zebra'), aFile('take 10'), aFile('take 9'), aFile('x', { title: 'Étude' }));
    expect(idsOf(index)).toEqual(['x', 'take 9', 'take 10', 'Zebra']);
    expect(idsOf(index, { isDescending: true })).toEqual(['Zebra', 'take 10', 'take 9', 'x']);
  });

  it('sorts by length, tempo, key and date', () => {
    const index = indexOf(
      aFile('a', { durationMs: 3, bpm: 90, key: { tonic: 9, isMinor: true, isEstimated: false } }, { addedMs: 2 }),
      aFile('b', { durationMs: 1, bpm: 200 }, { addedMs: 3 }),
      aFile('c', { durationMs: 2, bpm: 60, key: { tonic: 0, isMinor: false, isEstimated: true } }, { addedMs: 1 }),
    );
    expect(idsOf(index, { sort: 'duration' })).toEqual(['b', 'c', 'a']);
    expect(idsOf(index, { sort: 'tempo' })).toEqual(['c', 'a', 'b']);
    expect(idsOf(index, { sort: 'key' })).toEqual(['c', 'a', 'b']);
    expect(idsOf(index, { sort: 'added', isDescending: true })).toEqual(['b', 'a', 'c']);
  });

  it('finds all words, in any order, whatever case and accents, in title, name, folder, tracks and tags', () => {
    const index = indexOf(
      aFile('a', { title: 'Frühling am Rhein', trackNames: ['Flöte'] }),
      aFile('b', { title: 'Rhein' }, { folder: 'Walzer / Wien' }),
    );
    index.setMarks('content-b', { isFavourite: false, tags: ['Hochzeit'], playedMs: null });
    expect(idsOf(index, { text: 'rhein FRUHLING' })).toEqual(['a']);
    expect(idsOf(index, { text: 'flote' })).toEqual(['a']);
    expect(idsOf(index, { text: 'wien hochzeit' })).toEqual(['b']);
    expect(idsOf(index, { text: 'rhein tango' })).toEqual([]);
  });

  it('shows favourites, what was played last, lyrics, one tag, and files with problems apart', () => {
    const bad = aFile('bad', {}, { facts: null, problem: 'damaged', contentId: '' });
    const index = indexOf(aFile('a', { hasLyrics: true }), aFile('b'), aFile('c'), bad);
    const mark = (id: string, change: object, nowMs = 1) => {
      const marked = index.marked({ id, ...change }, nowMs);
      if (marked !== undefined) index.setMarks(marked.contentId, marked.marks);
    };
    mark('b', { isFavourite: true, tags: [' jazz ', 'jazz', 'a  b'] });
    mark('a', { isPlayed: true }, 10);
    mark('b', { isPlayed: true }, 20);
    mark('bad', { isFavourite: true });
    expect(idsOf(index)).toEqual(['a', 'b', 'c']);
    expect(idsOf(index, { view: 'favourites' })).toEqual(['b']);
    expect(idsOf(index, { view: 'recent', isDescending: true })).toEqual(['b', 'a']);
    expect(idsOf(index, { view: 'lyrics' })).toEqual(['a']);
    expect(idsOf(index, { view: 'problems' })).toEqual(['bad']);
    expect(idsOf(index, { tag: 'jazz' })).toEqual(['b']);
    expect(index.summary()).toMatchObject({
      counts: { all: 3, favourites: 1, recent: 2, lyrics: 1, problems: 1 },
      tags: [
        { name: 'a b', count: 1 },
        { name: 'jazz', count: 1 },
      ],
    });
  });

  it('keeps stars and tags with the content: a file that was moved has them again', () => {
    const index = indexOf(aFile('old', {}, { contentId: 'same' }));
    index.setMarks('same', { isFavourite: true, tags: ['jazz'], playedMs: 5 });
    index.delete('old');
    index.put(aFile('new', {}, { contentId: 'same' }));
    expect(index.query(everything).rows).toMatchObject([{ id: 'new', isFavourite: true, tags: ['jazz'] }]);
  });

  it('answers about ten thousand files page by page', () => {
    const files = Array.from({ length: 10_000 }, (_, number) => aFile(`file ${number}`, { bpm: 60 + (number % 100) }));
    const index = indexOf(...files);
    const page = index.query({ ...everything, text: 'file 12', offset: 200, limit: libraryLimits.pageRows });
    // Of 0 to 9999, so many have "12" in them.
    expect(page.total).toBe(299);
    expect(page.rows).toHaveLength(99);
    expect(index.query({ ...everything, offset: 9_990 }).rows.map(({ id }) => id)).toHaveLength(10);
    expect(index.query({ ...everything, sort: 'tempo', isDescending: true }).rows[0]?.facts?.bpm).toBe(159);
  });
});

const { searchCharacters, pageRows, tagsOfFile, tagCharacters, recentFiles } = libraryLimits;

test.each([
  ['words to search for', { text: 'x'.repeat(searchCharacters) }, { text: 'x'.repeat(searchCharacters + 1) }],
  ['rows of a page', { limit: pageRows }, { limit: pageRows + 1 }],
  ['first row of a page', { offset: libraryLimits.files }, { offset: libraryLimits.files + 1 }],
])('a query has a limit: %s', (_what, most, more) => {
  expect(Value.Check(LibraryQuery, { ...everything, ...most })).toBe(true);
  expect(Value.Check(LibraryQuery, { ...everything, ...more })).toBe(false);
});

test('tags have limits, and files are named by ids, never by paths', () => {
  const tags = (count: number, length = 1) => Array.from({ length: count }, () => 't'.repeat(length));
  const isMark = (mark: object) => Value.Check(LibraryMark, { id: 'abc', ...mark });
  expect(isMark({ tags: tags(tagsOfFile, tagCharacters) })).toBe(true);
  expect(isMark({ tags: tags(tagsOfFile + 1) })).toBe(false);
  expect(isMark({ tags: tags(1, tagCharacters + 1) })).toBe(false);
  for (const id of ['../a.mid', '/etc/passwd', 'C:\\a.mid', '']) expect(isMark({ id }), id).toBe(false);
});

test('so many files count as played last', () => {
  const files = Array.from({ length: recentFiles + 1 }, (_, number) => aFile(`f${number}`));
  const index = indexOf(...files);
  for (const { contentId } of files) index.setMarks(contentId, { isFavourite: false, tags: [], playedMs: 1 });
  expect(index.query({ ...everything, view: 'recent' }).total).toBe(recentFiles);
  expect(index.summary().counts.recent).toBe(recentFiles);
});
