import type { LibraryFile, LibraryMark, LibraryPage, LibraryQuery, LibraryStatus } from './library/library.ts';

// The messages between the main process and the library process, both our own code, through a MessagePort.

/** The first message, with the port that all others use. */
export interface LibraryStart {
  /** Where the index is stored. */
  readonly dataFolder: string;
}

/** What the library process answers: request and answer by kind. */
export interface LibraryQuestions {
  /** Reads changed folders anew. */
  readonly open: { readonly asked: null; readonly answer: LibraryStatus };
  readonly query: { readonly asked: LibraryQuery; readonly answer: LibraryPage };
  /** By the file's id; null if it is gone. */
  readonly read: { readonly asked: string; readonly answer: LibraryFile | null };
  readonly mark: { readonly asked: LibraryMark; readonly answer: null };
  /** The path of a folder that the user has chosen in the system's dialog. */
  readonly addFolder: { readonly asked: string; readonly answer: null };
  readonly removeFolder: { readonly asked: string; readonly answer: null };
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

/** From the library process to the main process. */
export type LibraryReply =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'no-answer'; readonly id: number; readonly problem: string }
  | { readonly kind: 'status'; readonly status: LibraryStatus }
  | { readonly kind: 'problem'; readonly problem: string };
