import { createContext } from 'react';
import { useRequiredContext } from '../../required-context.ts';
import type { SheetController } from './sheet-controller.ts';

export interface SheetParts {
  readonly sheets: SheetController;
}

export const SheetContext = createContext<SheetParts | undefined>(undefined);

/** Only valid inside the app. */
export function useSheetParts(): SheetParts {
  return useRequiredContext(SheetContext);
}
