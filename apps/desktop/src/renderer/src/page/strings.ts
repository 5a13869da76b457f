import type { Screens } from '@roomtone/words';

export const appName = 'Roomtone';

/** The texts of one language. */
export type Strings = Screens;

/** Every text on screen, in the language of this page. Set before any screen is loaded: see main.tsx. */
export let strings: Strings;

/** Sets the texts. Call it once, before the screens are loaded. */
export function setStrings(words: Strings): void {
  strings = words;
}
