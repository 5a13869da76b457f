import { createContext } from 'react';
import { useRequiredContext } from '../../required-context.ts';
import type { LibraryController } from './library-controller.ts';

export interface LibraryParts {
  readonly library: LibraryController;
}

export const LibraryContext = createContext<LibraryParts | undefined>(undefined);

/** Only valid inside the app. */
export function useLibraryParts(): LibraryParts {
  return useRequiredContext(LibraryContext);
}
