import { createContext } from 'react';
import { useRequiredContext } from '../../required-context.ts';
import type { LoopLines } from './loop-lines.ts';
import type { LoopsController } from './loops-controller.ts';

export interface LoopsParts {
  readonly loops: LoopsController;
  readonly lines: LoopLines;
}

export const LoopsContext = createContext<LoopsParts | undefined>(undefined);

/** Only valid inside the app. */
export function useLoopsParts(): LoopsParts {
  return useRequiredContext(LoopsContext);
}
