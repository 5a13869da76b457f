import type {
  LibraryFile,
  LibraryMark,
  LibraryPage,
  LibraryQuery,
  LibraryStatus,
} from '../../../shared/library/library.ts';

/** A file that the user has chosen, with the folders it was in. */
export interface ChosenFile {
  readonly file: File;
  /** The folders, and the name with its ending. */
  readonly path: readonly string[];
}

/** What the page asks the library worker: request and answer by kind. */
export interface LibraryQuestions {
  /** Reads changed folders anew, as far as the browser allows it. */
  readonly open: { readonly asked: null; readonly answer: LibraryStatus };
  readonly query: { readonly asked: LibraryQuery; readonly answer: LibraryPage };
  /** ask: the browser wants to ask the user about the folder of this id. */
  readonly read: { readonly asked: string; readonly answer: LibraryFile | { readonly ask: string } | null };
  readonly mark: { readonly asked: LibraryMark; readonly answer: null };
  readonly addFiles: { readonly asked: readonly ChosenFile[]; readonly answer: null };
  readonly addFolder: { readonly asked: FileSystemDirectoryHandle; readonly answer: null };
  /** What the page needs to ask the user about a folder; null if there is no such folder. */
  readonly handleOf: { readonly asked: string; readonly answer: FileSystemDirectoryHandle | null };
  readonly removeFolder: { readonly asked: string; readonly answer: null };
  readonly removeFile: { readonly asked: string; readonly answer: null };
  readonly cancel: { readonly asked: null; readonly answer: null };
  readonly resume: { readonly asked: null; readonly answer: null };
}

export type LibraryQuestionKind = keyof LibraryQuestions;

export type LibraryQuestion = {
  readonly [Kind in LibraryQuestionKind]: {
    readonly id: number;
    readonly kind: Kind;
    readonly asked: LibraryQuestions[Kind]['asked'];
  };
}[LibraryQuestionKind];

/** From the worker to the page. */
export type LibraryMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'no-answer'; readonly id: number; readonly problem: string }
  | { readonly kind: 'status'; readonly status: LibraryStatus };
