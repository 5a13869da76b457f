// The messages between the main process and the library process, both our own code, through a MessagePort.
import type { LibraryFile } from './library/library.ts';
import type { CommonQuestions, LibraryMessage, QuestionOf } from './library/library-questions.ts';

/** The first message, with the port that all others use. */
export interface LibraryStart {
  /** Where the index is stored. */
  readonly dataFolder: string;
}

/** Everything that the library process answers: request and answer by kind. */
export interface LibraryQuestions extends CommonQuestions {
  /** By the file's id; null if it is gone. */
  readonly read: { readonly asked: string; readonly answer: LibraryFile | null };
  /** The path of a folder that the user has chosen in the system's dialog. */
  readonly addFolder: { readonly asked: string; readonly answer: null };
}

export type LibraryQuestionKind = keyof LibraryQuestions;
export type LibraryQuestion = QuestionOf<LibraryQuestions>;

/** From the library process to the main process. */
export type LibraryReply = LibraryMessage | { readonly kind: 'problem'; readonly problem: string };
