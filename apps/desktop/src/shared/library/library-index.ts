import { searchableText } from '../searchable-text.ts';
import type {
  LibraryFacts,
  LibraryMark,
  LibraryPage,
  LibraryProblem,
  LibraryQuery,
  LibraryRow,
  LibrarySort,
  LibraryStatus,
  LibraryView,
} from './library.ts';
import { libraryLimits } from './library-limits.ts';

/** A file as the library keeps it. */
export interface IndexedFile {
  readonly id: string;
  /** The folder it was found in; "" for a file that was added by itself. */
  readonly folderId: string;
  /** The folders below that one, and the name with its ending. */
  readonly path: readonly string[];
  readonly name: string;
  readonly folder: string;
  readonly sizeBytes: number;
  /** With the size, it tells if the file has changed since it was read; ms since 1970. */
  readonly modifiedMs: number;
  /** When it came into the library; ms since 1970. */
  readonly addedMs: number;
  /** See contentId(); "" if it could not be read. */
  readonly contentId: string;
  readonly facts: LibraryFacts | null;
  readonly problem: LibraryProblem | null;
}

/** The marks that the user has said about a content, wherever it is. */
export interface Marks {
  readonly isFavourite: boolean;
  readonly tags: readonly string[];
  /** null if it was never played; ms since 1970. */
  readonly playedMs: number | null;
}

const noMarks: Marks = { isFavourite: false, tags: [], playedMs: null };

/** All files and marks in memory: queries are answered from it, and touch neither disk nor database. */
export class LibraryIndex {
  readonly #files = new Map<string, IndexedFile>();
  readonly #marks = new Map<string, Marks>();
  /** The texts that a search looks at, without tags. */
  readonly #searchable = new Map<string, string>();
  /** The files in ascending order, made when first asked for. */
  readonly #sorted = new Map<LibrarySort, readonly IndexedFile[]>();
  #revision = 0;

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#files.size;
  }

  get(id: string): IndexedFile | undefined {
    return this.#files.get(id);
  }

  files(): Iterable<IndexedFile> {
    return this.#files.values();
  }

  marksOf(contentId: string): Marks {
    return this.#marks.get(contentId) ?? noMarks;
  }

  put(file: IndexedFile): void {
    this.#files.set(file.id, file);
    this.#searchable.delete(file.id);
    this.#changed();
  }

  delete(id: string): void {
    if (!this.#files.delete(id)) return;
    this.#searchable.delete(id);
    this.#changed();
  }

  setMarks(contentId: string, marks: Marks): void {
    const isNothing = !marks.isFavourite && marks.tags.length === 0 && marks.playedMs === null;
    if (isNothing) this.#marks.delete(contentId);
    else this.#marks.set(contentId, marks);
    this.#revision++;
  }

  /** Returns the marks of a file after a change; undefined if there is no such file, or it has no content. */
  marked(
    { id, isFavourite, tags, isPlayed }: LibraryMark,
    nowMs: number,
  ): { contentId: string; marks: Marks } | undefined {
    const file = this.#files.get(id);
    if (file === undefined || file.contentId === '') return undefined;
    const before = this.marksOf(file.contentId);
    const marks = {
      isFavourite: isFavourite ?? before.isFavourite,
      tags: tags === undefined ? before.tags : cleanTags(tags),
      playedMs: isPlayed === true ? nowMs : before.playedMs,
    };
    return { contentId: file.contentId, marks };
  }

  query({ text, view, tag, sort, isDescending, offset, limit }: LibraryQuery): LibraryPage {
    const words = searchableText(text)
      .split(/\s+/)
      .filter((word) => word !== '');
    const found: IndexedFile[] = [];
    for (const file of this.#inView(view, sort)) {
      const { tags } = this.marksOf(file.contentId);
      if (tag !== null && !tags.includes(tag)) continue;
      if (words.length > 0 && !this.#has(file, tags, words)) continue;
      found.push(file);
    }
    if (isDescending && view !== 'recent') found.reverse();
    return { total: found.length, rows: found.slice(offset, offset + limit).map((file) => this.#row(file)) };
  }

  /** The part of the status that the files and marks give. */
  summary(): Pick<LibraryStatus, 'revision' | 'counts' | 'tags'> {
    const counts: Record<LibraryView, number> = { all: 0, favourites: 0, recent: 0, lyrics: 0, problems: 0 };
    const tags = new Map<string, number>();
    for (const file of this.#files.values()) {
      for (const view of Object.keys(counts) as LibraryView[]) if (this.#isIn(file, view)) counts[view]++;
      for (const tag of this.marksOf(file.contentId).tags) tags.set(tag, (tags.get(tag) ?? 0) + 1);
    }
    counts.recent = Math.min(counts.recent, libraryLimits.recentFiles);
    const listed = [...tags].map(([name, count]) => ({ name, count })).sort((a, b) => a.name.localeCompare(b.name));
    return { revision: this.#revision, counts, tags: listed.slice(0, libraryLimits.listedTags) };
  }

  #inView(view: LibraryView, sort: LibrarySort): readonly IndexedFile[] {
    const files = this.#inOrder(sort).filter((file) => this.#isIn(file, view));
    if (view !== 'recent') return files;
    const playedMs = (file: IndexedFile) => this.marksOf(file.contentId).playedMs ?? 0;
    return files.sort((a, b) => playedMs(b) - playedMs(a)).slice(0, libraryLimits.recentFiles);
  }

  #isIn(file: IndexedFile, view: LibraryView): boolean {
    if (view === 'problems') return file.problem !== null;
    if (file.problem !== null) return false;
    if (view === 'lyrics') return file.facts?.hasLyrics === true;
    if (view === 'favourites') return this.marksOf(file.contentId).isFavourite;
    return view === 'all' || this.marksOf(file.contentId).playedMs !== null;
  }

  #inOrder(sort: LibrarySort): readonly IndexedFile[] {
    const known = this.#sorted.get(sort);
    if (known !== undefined) return known;
    const sorted =
      sort === 'title'
        ? sortedByTitle([...this.#files.values()])
        : [...this.#inOrder('title')].sort((a, b) => rank(a, sort) - rank(b, sort));
    this.#sorted.set(sort, sorted);
    return sorted;
  }

  #has(file: IndexedFile, tags: readonly string[], words: readonly string[]): boolean {
    let text = this.#searchable.get(file.id);
    if (text === undefined) {
      text = searchableText(
        [file.facts?.title ?? '', file.name, file.folder, ...(file.facts?.trackNames ?? [])].join('\n'),
      );
      this.#searchable.set(file.id, text);
    }
    const own = text;
    return words.every((word) => own.includes(word) || tags.some((tag) => searchableText(tag).includes(word)));
  }

  #row({ id, name, folder, folderId, sizeBytes, facts, problem, contentId }: IndexedFile): LibraryRow {
    const { isFavourite, tags } = this.marksOf(contentId);
    return { id, name, folder, sizeBytes, isKept: folderId === '', facts, problem, isFavourite, tags };
  }

  #changed(): void {
    this.#sorted.clear();
    this.#revision++;
  }
}

/** The title of a row: what the file says, or else its name. */
export function shownTitle({ name, facts }: Pick<LibraryRow, 'name' | 'facts'>): string {
  return facts === null || facts.title === '' ? name : facts.title;
}

function sortedByTitle(files: readonly IndexedFile[]): readonly IndexedFile[] {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  return files
    .map((file) => ({ file, title: shownTitle(file) }))
    .sort((a, b) => collator.compare(a.title, b.title) || collator.compare(a.file.folder, b.file.folder))
    .map(({ file }) => file);
}

function rank({ facts, addedMs }: IndexedFile, sort: Exclude<LibrarySort, 'title'>): number {
  if (sort === 'added') return addedMs;
  if (facts === null) return 0;
  if (sort === 'duration') return facts.durationMs;
  if (sort === 'tempo') return facts.bpm;
  return facts.key === null ? 24 : facts.key.tonic * 2 + (facts.key.isMinor ? 1 : 0);
}

/** Without spaces at the ends, each once, by name. */
function cleanTags(tags: readonly string[]): readonly string[] {
  const trimmed = tags.map((tag) => tag.trim().replace(/\s+/g, ' ')).filter((tag) => tag !== '');
  return [...new Set(trimmed)].sort((a, b) => a.localeCompare(b));
}
