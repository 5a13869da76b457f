import { createContext } from 'react';
import { useRequiredContext } from '../../required-context.ts';
import type { KeptSheetActs } from './kept-sheets.tsx';
import type { SetListActs } from './set-list-panel.tsx';
import type { SheetController } from './sheet-controller.ts';

export interface SheetParts {
  readonly sheets: SheetController;
  /** Sheets for everybody in the room. */
  readonly ofRoom: SetListActs & KeptSheetActs & { share(): Promise<boolean> };
}

export const SheetContext = createContext<SheetParts | undefined>(undefined);

/** Only valid inside the app. */
export function useSheetParts(): SheetParts {
  return useRequiredContext(SheetContext);
}
