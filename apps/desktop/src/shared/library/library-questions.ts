// How libraries are asked, in the app's process and in a browser's worker alike.
import type { LibraryMark, LibraryPage, LibraryQuery, LibraryStatus } from './library.ts';

interface Exchange {
  readonly asked: unknown;
  readonly answer: unknown;
}

/** Questions and answers of every library, by kind. */
export interface CommonQuestions {
  /** Rereads folders that have changed, where it has permission. */
  readonly open: { readonly asked: null; readonly answer: LibraryStatus };
  readonly query: { readonly asked: LibraryQuery; readonly answer: LibraryPage };
  readonly mark: { readonly asked: LibraryMark; readonly answer: null };
  readonly removeFolder: { readonly asked: string; readonly answer: null };
  readonly cancel: { readonly asked: null; readonly answer: null };
  readonly resume: { readonly asked: null; readonly answer: null };
}

/** A question as it is sent. */
export type QuestionOf<Kinds extends Record<keyof Kinds, Exchange>> = {
  readonly [Kind in keyof Kinds]: {
    readonly id: number;
    readonly kind: Kind;
    readonly asked: Kinds[Kind]['asked'];
  };
}[keyof Kinds];

/** The answers by kind. */
export type AnswersTo<Kinds extends Record<keyof Kinds, Exchange>> = {
  readonly [Kind in keyof Kinds]: (
    asked: Kinds[Kind]['asked'],
  ) => Kinds[Kind]['answer'] | Promise<Kinds[Kind]['answer']>;
};

/** The messages that a library sends. */
export type LibraryMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'no-answer'; readonly id: number; readonly problem: string }
  | { readonly kind: 'status'; readonly status: LibraryStatus };
