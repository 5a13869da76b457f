import type { catalogue } from './strings/english/index.ts';

/** The texts of one language. Another language's catalogue that lacks one does not compile. */
export type Strings = typeof catalogue;

/** Every text on screen, in the language of this page. Set before any screen is loaded: see main.tsx. */
export let strings: Strings;

/** Sets the texts. Call it once, before the screens are loaded. */
export function setStrings(words: Strings): void {
  strings = words;
}
