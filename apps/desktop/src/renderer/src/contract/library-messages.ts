import type { LibraryFile } from '../../../shared/library/library.ts';
import type { CommonQuestions, QuestionOf } from '../../../shared/library/library-questions.ts';

export type { LibraryMessage } from '../../../shared/library/library-questions.ts';

/** A file that the user has chosen, with the folders it was in. */
export interface ChosenFile {
  readonly file: File;
  /** The folders, and the name with its ending. */
  readonly path: readonly string[];
}

/** Everything that the page asks the library worker: request and answer by kind. */
export interface LibraryQuestions extends CommonQuestions {
  /** ask: the browser wants to ask the user about the folder of this id. */
  readonly read: { readonly asked: string; readonly answer: LibraryFile | { readonly ask: string } | null };
  readonly addFiles: { readonly asked: readonly ChosenFile[]; readonly answer: null };
  readonly addFolder: { readonly asked: FileSystemDirectoryHandle; readonly answer: null };
  /** The facts that the page needs to ask the user about a folder; null if there is no such folder. */
  readonly handleOf: { readonly asked: string; readonly answer: FileSystemDirectoryHandle | null };
  readonly removeFile: { readonly asked: string; readonly answer: null };
}

export type LibraryQuestionKind = keyof LibraryQuestions;
export type LibraryQuestion = QuestionOf<LibraryQuestions>;
