import { createContext, type ReactNode } from 'react';
import { useRequiredContext } from '../../required-context.ts';
import type { KeptSheetActs } from './kept-sheets.tsx';
import type { PieceActs, SetListActs } from './set-list-panel.tsx';
import type { SheetController } from './sheet-controller.ts';

export interface SheetParts {
  readonly sheets: SheetController;
  /** Sheets for everybody in the room. */
  readonly ofRoom: SetListActs & KeptSheetActs & { share(): Promise<boolean> };
}

/** Reading mode keeps these at hand. */
export interface ReadingSlots extends PieceActs {
  /** Controls of the room. */
  readonly tools: ReactNode;
}

export const SheetContext = createContext<SheetParts | undefined>(undefined);

/** Only valid inside the app. */
export function useSheetParts(): SheetParts {
  return useRequiredContext(SheetContext);
}
