import { recordingTime, writeMidiFile } from '@roomtone/smf';
import { describe, expect, it } from 'vitest';
import { maxMidiFileBytes } from '../midi-file.ts';
import type { LibraryQuery } from './library.ts';
import { type Candidate, LibraryCore, type LibraryStorage, type Scan, StorageFullError } from './library-core.ts';
import type { IndexedFile, Marks } from './library-index.ts';
import { libraryLimits } from './library-limits.ts';

const everything: LibraryQuery = {
  text: '',
  view: 'all',
  tag: null,
  sort: 'title',
  isDescending: false,
  offset: 0,
  limit: 200,
};

/** A file whose first key and number of notes tell it from others. */
function aMidiFile(number: number): Uint8Array<ArrayBuffer> {
  const events = Array.from({ length: 1 + (number % 90) }, (_, at) => ({
    timeUs: at * 1_000,
    data: Uint8Array.of(0x90, 20 + (at % 90), 1 + Math.floor(number / 90)),
  }));
  return Uint8Array.from(writeMidiFile([{ name: `Song ${number}`, events }], 0, recordingTime));
}

/** Storage in memory, which a second library can load. */
class MemoryStorage implements LibraryStorage {
  readonly files = new Map<string, IndexedFile>();
  readonly bytes = new Map<string, Uint8Array>();
  readonly marks = new Map<string, Marks>();
  isFull = false;

  async load() {
    return { files: [...this.files.values()], marks: [...this.marks] };
  }

  async put(files: Parameters<LibraryStorage['put']>[0]): Promise<void> {
    if (this.isFull) throw new StorageFullError('no space');
    for (const { file, bytes } of files) {
      this.files.set(file.id, file);
      if (bytes !== undefined) this.bytes.set(file.id, bytes);
    }
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.files.delete(id);
  }

  async setMarks(contentId: string, marks: Marks): Promise<void> {
    this.marks.set(contentId, marks);
  }
}

/** A folder in memory that counts what is read of it. */
class MemoryFolder {
  readonly files = new Map<
    string,
    { bytes: Uint8Array<ArrayBuffer> | 'locked'; modifiedMs: number; sizeBytes?: number }
  >();
  reads = 0;
  isWhole = true;
  onRead = (_count: number) => {};

  add(name: string, bytes: Uint8Array<ArrayBuffer> | 'locked', modifiedMs = 1): this {
    this.files.set(name, { bytes, modifiedMs });
    return this;
  }

  scan(keepsBytes = false): Scan {
    const candidates = [...this.files].map(
      ([name, { bytes, modifiedMs, sizeBytes }]): Candidate => ({
        id: keepsBytes ? undefined : `id-${name}`,
        path: name.split('/'),
        sizeBytes: sizeBytes ?? (bytes === 'locked' ? 1 : bytes.length),
        modifiedMs,
        read: async () => {
          this.onRead(++this.reads);
          if (bytes === 'locked') throw new Error('no access');
          return bytes;
        },
      }),
    );
    return {
      folderId: keepsBytes ? '' : 'folder',
      folderName: keepsBytes ? '' : 'Songs',
      keepsBytes,
      isWhole: () => this.isWhole,
      candidates: async function* () {
        yield* candidates;
      },
    };
  }
}

function aLibrary(storage: LibraryStorage = new MemoryStorage()): LibraryCore {
  return new LibraryCore({ storage, nowMs: () => 1_000, onChange: () => {}, report: () => {} });
}

async function indexed(library: LibraryCore, folder: MemoryFolder, keepsBytes = false): Promise<void> {
  library.scan(folder.scan(keepsBytes));
  await library.idle();
}

describe('indexing', () => {
  it('reads each of ten thousand files once; a second run, of another process too, reads none, and no query does', async () => {
    const folder = new MemoryFolder();
    // Files of few contents, because making ten thousand would take longer than indexing them.
    const contents = Array.from({ length: 50 }, (_, number) => aMidiFile(number));
    for (let number = 0; number < 10_000; number++)
      folder.add(`${number % 100}/${number}.mid`, contents[number % 50] ?? aMidiFile(0));
    const storage = new MemoryStorage();
    await indexed(aLibrary(storage), folder);
    expect(folder.reads).toBe(10_000);
    const next = aLibrary(storage);
    await next.load();
    await indexed(next, folder);
    expect(next.query({ ...everything, text: 'song' }).total).toBe(10_000);
    expect(folder.reads).toBe(10_000);
  }, 60_000);

  it('shows what a file says, and what is wrong with the others', async () => {
    const folder = new MemoryFolder()
      .add('Walzer/good.mid', aMidiFile(3))
      .add('notes.mid', new TextEncoder().encode('once upon a time'))
      .add('half.mid', aMidiFile(3).subarray(0, 40))
      .add('nothing.mid', new Uint8Array(0))
      .add('locked.mid', 'locked');
    folder.files.set('huge.mid', { bytes: new Uint8Array(4), modifiedMs: 1, sizeBytes: maxMidiFileBytes + 1 });
    const library = aLibrary();
    await indexed(library, folder);
    expect(library.query(everything).rows).toMatchObject([
      { name: 'good', folder: 'Songs / Walzer', isKept: false, facts: { trackNames: ['Song 3'], noteCount: 4 } },
    ]);
    const problems = library.query({ ...everything, view: 'problems' }).rows;
    expect(Object.fromEntries(problems.map(({ name, problem }) => [name, problem]))).toEqual({
      notes: 'not-midi',
      half: 'damaged',
      nothing: 'empty',
      locked: 'unreadable',
      huge: 'too-large',
    });
    expect(folder.reads, 'the huge file is not even opened').toBe(5);
  });

  it('reads changed files again, and those that could not be read; forgets what is gone', async () => {
    const folder = new MemoryFolder().add('a.mid', aMidiFile(1)).add('b.mid', 'locked').add('c.mid', aMidiFile(2));
    const library = aLibrary();
    await indexed(library, folder);
    folder.add('a.mid', aMidiFile(5), 2).add('b.mid', aMidiFile(6));
    folder.files.delete('c.mid');
    await indexed(library, folder);
    expect(folder.reads).toBe(5);
    expect(library.query(everything).rows.map(({ facts }) => facts?.noteCount)).toEqual([6, 7]);
  });

  it('keeps what was not found where part of a folder could not be searched', async () => {
    const folder = new MemoryFolder().add('a.mid', aMidiFile(1));
    const library = aLibrary();
    await indexed(library, folder);
    folder.files.clear();
    folder.isWhole = false;
    await indexed(library, folder);
    expect(library.query(everything).total).toBe(1);
  });

  it('stops when cancelled, and goes on from there', async () => {
    const folder = new MemoryFolder();
    for (let number = 0; number < 300; number++) folder.add(`${number}.mid`, aMidiFile(number));
    const library = aLibrary();
    folder.onRead = (count) => (count === 100 ? library.cancel() : undefined);
    await indexed(library, folder);
    expect(library.status.work).toMatchObject({ state: 'cancelled', found: 300 });
    expect(library.query(everything).total).toBeGreaterThanOrEqual(100);
    expect(folder.reads).toBeLessThan(110);
    library.resume();
    await library.idle();
    expect(library.status.work).toBeNull();
    expect(library.query(everything).total).toBe(300);
    expect(folder.reads).toBe(300);
  });

  it('forgets a folder while it is being indexed', async () => {
    const folder = new MemoryFolder();
    for (let number = 0; number < 200; number++) folder.add(`${number}.mid`, aMidiFile(number));
    const library = aLibrary();
    let forgotten: Promise<void> | undefined;
    folder.onRead = (count) => {
      if (count === 100) forgotten = library.forgetFolder('folder');
    };
    await indexed(library, folder);
    await forgotten;
    expect(library.query(everything).total).toBe(0);
    expect(library.status.work).toBeNull();
  });
});

describe('files that the library keeps', () => {
  it('are there once, however often they are added', async () => {
    const storage = new MemoryStorage();
    const library = aLibrary(storage);
    const folder = new MemoryFolder().add('a.mid', aMidiFile(1)).add('copy of a.mid', aMidiFile(1));
    await indexed(library, folder, true);
    await indexed(library, folder, true);
    expect(library.query(everything).rows).toMatchObject([{ isKept: true, folder: '' }]);
    expect([...storage.bytes.values()]).toEqual([aMidiFile(1)]);
  });

  it('are left out with a reason when there is no more space', async () => {
    const storage = new MemoryStorage();
    const library = aLibrary(storage);
    storage.isFull = true;
    await indexed(library, new MemoryFolder().add('a.mid', aMidiFile(1)), true);
    expect(library.status).toMatchObject({ full: 'storage', counts: { all: 0 }, work: null });
    storage.isFull = false;
    await indexed(library, new MemoryFolder().add('a.mid', aMidiFile(1)), true);
    expect(library.status).toMatchObject({ full: null, counts: { all: 1 } });
  });

  it('have so many bytes in all, and not one more', async () => {
    const bytes = aMidiFile(1);
    const storage = new MemoryStorage();
    const known = { folderId: '', path: ['x'], name: 'x', folder: '', modifiedMs: 1, addedMs: 1, contentId: 'x' };
    const keeps = (sizeBytes: number) => {
      storage.load = async () => ({
        files: [{ ...known, id: 'x', sizeBytes, facts: null, problem: 'empty' }],
        marks: [],
      });
    };
    for (const [left, full] of [
      [bytes.length, null],
      [bytes.length - 1, 'storage'],
    ] as const) {
      keeps(libraryLimits.keptBytes - left);
      const library = aLibrary(storage);
      await library.load();
      await indexed(library, new MemoryFolder().add('a.mid', bytes), true);
      expect(library.status.full, `${left} bytes left`).toBe(full);
    }
  });

  it('work where nothing can be stored, until the page is closed: only folders', async () => {
    const storage = new MemoryStorage();
    storage.put = async () => {
      throw new Error('private window');
    };
    const library = aLibrary(storage);
    await indexed(library, new MemoryFolder().add('a.mid', aMidiFile(1)));
    expect(library.status).toMatchObject({ keepsNothing: true, counts: { all: 1 } });
    await indexed(library, new MemoryFolder().add('b.mid', aMidiFile(2)), true);
    expect(library.status.counts.all).toBe(1);
  });
});

it('stops at the largest number of files, and says so', async () => {
  const files = Array.from({ length: libraryLimits.files - 1 }, (_, number): IndexedFile => {
    const id = `n${number}`;
    return {
      id,
      folderId: 'other',
      path: [id],
      name: id,
      folder: '',
      sizeBytes: 1,
      modifiedMs: 1,
      addedMs: 1,
      contentId: id,
      facts: null,
      problem: 'empty',
    };
  });
  const storage = new MemoryStorage();
  storage.load = async () => ({ files, marks: [] });
  const library = aLibrary(storage);
  await library.load();
  await indexed(library, new MemoryFolder().add('a.mid', aMidiFile(1)).add('b.mid', aMidiFile(2)));
  expect(library.status).toMatchObject({ full: 'files', counts: { all: 1 } });
});
