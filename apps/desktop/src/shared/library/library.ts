import type { Static } from 'typebox';
import * as Type from 'typebox';
import { libraryLimits } from './library-limits.ts';

// Questions to the MIDI library and its answers, wherever it is: in the app's library process, or in a browser's worker.

const closed = { additionalProperties: false } as const;

/** Identifies a file of the library: letters and digits, made by the library. */
export const FileId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });
export const FolderId = FileId;

const Tag = Type.String({ minLength: 1, maxLength: libraryLimits.tagCharacters });

/** The files that are shown. */
export const LibraryView = Type.Union([
  Type.Literal('all'),
  Type.Literal('favourites'),
  /** Played lately, latest first, however the rest is sorted. */
  Type.Literal('recent'),
  Type.Literal('lyrics'),
  /** Files that cannot be played. */
  Type.Literal('problems'),
]);
export type LibraryView = Static<typeof LibraryView>;

export const LibrarySort = Type.Union([
  Type.Literal('title'),
  Type.Literal('duration'),
  Type.Literal('tempo'),
  Type.Literal('key'),
  Type.Literal('added'),
]);
export type LibrarySort = Static<typeof LibrarySort>;

export const LibraryQuery = Type.Object(
  {
    /** Words that must all occur; "" for everything. */
    text: Type.String({ maxLength: libraryLimits.searchCharacters }),
    view: LibraryView,
    /** null for files with any tags or none. */
    tag: Type.Union([Type.Null(), Tag]),
    sort: LibrarySort,
    isDescending: Type.Boolean(),
    /** The first row of the page, from 0. */
    offset: Type.Integer({ minimum: 0, maximum: libraryLimits.files }),
    limit: Type.Integer({ minimum: 1, maximum: libraryLimits.pageRows }),
  },
  closed,
);
export type LibraryQuery = Static<typeof LibraryQuery>;

/** Changes what the user has said about a file; what is left out stays. It belongs to the file's content, wherever it moves. */
export const LibraryMark = Type.Object(
  {
    id: FileId,
    isFavourite: Type.Optional(Type.Boolean()),
    tags: Type.Optional(Type.Array(Tag, { maxItems: libraryLimits.tagsOfFile })),
    /** The file is being played now. */
    isPlayed: Type.Optional(Type.Literal(true)),
  },
  closed,
);
export type LibraryMark = Static<typeof LibraryMark>;

/** Why a file of a folder cannot be played. */
export type LibraryProblem = 'unreadable' | 'too-large' | 'not-midi' | 'damaged' | 'excessive' | 'empty';

/** A key as rows show it. */
interface LibraryKey {
  /** Pitch class of the tonic: 0 for C to 11 for B. */
  readonly tonic: number;
  readonly isMinor: boolean;
  /** True if the notes were weighed, because the file does not say it. */
  readonly isEstimated: boolean;
}

/** The facts that the file itself says. */
export interface LibraryFacts {
  /** "" if the file does not say one. */
  readonly title: string;
  readonly durationMs: number;
  readonly bpm: number;
  readonly slowestBpm: number;
  readonly fastestBpm: number;
  readonly beats: number;
  readonly beatUnit: number;
  readonly key: LibraryKey | null;
  readonly trackNames: readonly string[];
  readonly trackCount: number;
  readonly noteCount: number;
  readonly hasLyrics: boolean;
}

/** A row of the library. */
export interface LibraryRow {
  readonly id: string;
  /** The file's name without its ending. */
  readonly name: string;
  /** The folders it is in, as they are shown; "" without one. */
  readonly folder: string;
  readonly sizeBytes: number;
  /** True if the library keeps the file itself; otherwise it comes from a folder. */
  readonly isKept: boolean;
  /** null if there is a problem. */
  readonly facts: LibraryFacts | null;
  readonly problem: LibraryProblem | null;
  readonly isFavourite: boolean;
  readonly tags: readonly string[];
}

export interface LibraryPage {
  /** How many rows the whole answer has. */
  readonly total: number;
  readonly rows: readonly LibraryRow[];
}

export interface LibraryFolder {
  readonly id: string;
  readonly name: string;
  /** Where it is, for people to read; "" where browsers do not say it. */
  readonly path: string;
  /** ask: the browser wants to ask the user first. missing: it is not there, perhaps because a disk is not. */
  readonly state: 'ready' | 'ask' | 'missing';
  readonly fileCount: number;
}

/** Indexing. */
export interface LibraryWork {
  readonly state: 'running' | 'cancelled';
  /** Files done, of those found so far. */
  readonly done: number;
  readonly found: number;
  /** True while folders are still being searched, so that more may be found. */
  readonly isSearching: boolean;
}

export interface LibraryStatus {
  /** Changes whenever a query may be answered differently. */
  readonly revision: number;
  readonly counts: Readonly<Record<LibraryView, number>>;
  /** By name. */
  readonly tags: readonly { readonly name: string; readonly count: number }[];
  readonly folders: readonly LibraryFolder[];
  /** null if nothing is being indexed. */
  readonly work: LibraryWork | null;
  /** Why not everything is in the library: no more space, or more files or folders than it takes. */
  readonly full: 'storage' | 'files' | 'folders' | null;
  /** True if what is added or marked will not be kept, as in private windows. */
  readonly keepsNothing: boolean;
}

/** A file's content. */
export interface LibraryFile {
  /** The file's name without its ending. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}
