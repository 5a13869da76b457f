import { directionOf, type Language, languageOf, languages, preferredLanguage } from '@roomtone/words';
import { readStored } from '../stored-state.ts';

const chosenKey = 'roomtone.language';

/** The language of this page. */
export const language: Language = languageFor(readStored(chosenKey), navigator.languages);

/** The language as this browser's owner writes it: dates and numbers in British English are not American ones. */
export const locale: string = localeFor(language);

/** False while the language follows the browser. */
export const isLanguageChosen = readStored(chosenKey) === language;

export const direction = directionOf(language);

export function localeFor(code: Language): string {
  return navigator.languages.find((tag) => languageOf(tag) === code) ?? code;
}

/** Remembers another language on this device and comes back in it. */
export function chooseLanguage(code: Language): void {
  localStorage.setItem(chosenKey, JSON.stringify(code));
  location.reload();
}

/**
 * @param chosen what was remembered.
 * @param preferred BCP 47 tags, the best one first.
 */
export function languageFor(chosen: unknown, preferred: readonly string[]): Language {
  return languages.find(({ code }) => code === chosen)?.code ?? preferredLanguage(preferred);
}
