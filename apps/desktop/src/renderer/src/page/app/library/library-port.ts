import type {
  LibraryFile,
  LibraryMark,
  LibraryPage,
  LibraryQuery,
  LibraryStatus,
} from '../../../../../shared/library/library.ts';
import type { ChosenFile } from '../../../contract/library-messages.ts';

/** The MIDI library: folders on disk in the app; files kept in the browser, and folders where it has them, elsewhere. */
export interface LibraryPort {
  /** Reads changed folders, and calls back immediately and whenever the status changes; the returned function stops it. */
  watch(onChange: (status: LibraryStatus) => void): () => void;
  query(query: LibraryQuery): Promise<LibraryPage>;
  /** null if the file is gone, or the user does not let this page read its folder. Call it right after a click. */
  read(id: string): Promise<LibraryFile | null>;
  mark(mark: LibraryMark): Promise<void>;
  /** Lets the user choose a folder, whose files the library then has; undefined where nobody can. */
  readonly addFolder?: () => Promise<void>;
  /** Asks the user to let this page read a folder again. Only where folders can be in the state `ask`. */
  readonly allowFolder?: (id: string) => Promise<void>;
  /** Forgets a folder and its files, and leaves them where they are. */
  removeFolder(id: string): Promise<void>;
  /** Keeps files; only in browsers. */
  readonly addFiles?: (files: readonly ChosenFile[]) => Promise<void>;
  /** Deletes a file that was added; only in browsers. Does nothing for one of a folder. */
  readonly removeFile?: (id: string) => Promise<void>;
  /** Stops indexing until resume(). */
  cancel(): Promise<void>;
  resume(): Promise<void>;
}
