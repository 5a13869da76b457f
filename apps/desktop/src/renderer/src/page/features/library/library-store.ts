import { create } from 'zustand';
import type { LibraryQuery, LibraryStatus } from '../../../../../shared/library/library.ts';

/** undefined until the library has answered for the first time. */
export const useLibraryStatus = create<{ readonly status: LibraryStatus | undefined }>()(() => ({ status: undefined }));

/** The part of the library that is shown, on the screen and in rooms alike. */
export type LibraryViewState = Omit<LibraryQuery, 'offset' | 'limit'>;

export const wholeLibrary: LibraryViewState = { text: '', view: 'all', tag: null, sort: 'title', isDescending: false };

export const useLibraryView = create<LibraryViewState>()(() => wholeLibrary);

/** The library over a room. */
export const useLibraryDialog = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));
