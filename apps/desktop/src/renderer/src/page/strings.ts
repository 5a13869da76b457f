import type { catalogue } from './strings/english/index.ts';

/** The words of one language; another language's catalogue that lacks one does not compile. */
export type Strings = typeof catalogue;

/** Every word on screen, in the language of this page. There before any screen is: see main.tsx. */
export let strings: Strings;

/** Gives the page its words. To be called once, before the screens are loaded. */
export function speak(words: Strings): void {
  strings = words;
}
