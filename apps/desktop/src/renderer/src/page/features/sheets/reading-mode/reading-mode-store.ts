import { create } from 'zustand';
import { persist, readStored } from '../../../stored-state.ts';

export const papers = ['light', 'sepia', 'dark'] as const;
type Paper = (typeof papers)[number];

/** Factors of the notes' usual size; the default can be read at arm's length. */
export const readingSizes = { least: 0.6, most: 3, step: 0.2, usual: 1.2 } as const;

interface ReadingChoices {
  readonly size: number;
  /** Undefined until one is chosen: then as the theme is. */
  readonly paper: Paper | undefined;
  readonly byHalf: boolean;
  /** It also covers what the browser shows around the page; undefined until that is chosen. */
  readonly fillsScreen: boolean | undefined;
}

const choicesKey = 'roomtone.reading';

/** How this player reads; remembered on this device. */
export const useReadingChoices = create<ReadingChoices>()(() => choicesFrom(readStored(choicesKey)));
persist(choicesKey, useReadingChoices);

/** Reading mode: the sheet fills the screen. */
export const useReadingMode = create<{ readonly isOn: boolean; readonly hasPiano: boolean }>()(() => ({
  isOn: false,
  hasPiano: false,
}));

export function sizeAfter(size: number, by: number): number {
  return Math.round(Math.min(readingSizes.most, Math.max(readingSizes.least, size + by)) * 10) / 10;
}

function choicesFrom(stored: unknown): ReadingChoices {
  const { size, paper, byHalf, fillsScreen } = (stored ?? {}) as Partial<Record<keyof ReadingChoices, unknown>>;
  return {
    size: typeof size === 'number' && Number.isFinite(size) ? sizeAfter(size, 0) : readingSizes.usual,
    paper: papers.find((each) => each === paper),
    byHalf: byHalf !== false,
    fillsScreen: typeof fillsScreen === 'boolean' ? fillsScreen : undefined,
  };
}
