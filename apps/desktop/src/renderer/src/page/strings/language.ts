import { readStored } from '../stored-state.ts';

/** The languages there are words in, each by its own name. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const;

export type Language = (typeof languages)[number]['code'];

const chosenKey = 'roomtone.language';

/** The language of this page. */
export const language: Language = languageFor(readStored(chosenKey), navigator.languages);

/** The language as this browser's owner writes it: dates and numbers in British English are not American ones. */
export const locale: string = localeFor(language);

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
  const known = (code: unknown) => languages.find((each) => each.code === code)?.code;
  return known(chosen) ?? preferred.map((tag) => known(languageOf(tag))).find((code) => code !== undefined) ?? 'en';
}

function languageOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}
