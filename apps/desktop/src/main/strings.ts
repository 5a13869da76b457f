import { type Language, preferredLanguage } from '@roomtone/words';
import { type App, appWords } from '@roomtone/words/app';

/** The texts of the main process in one language. Roles are Electron's names of standard menu items. */
export interface Strings extends App {
  readonly language: Language;
}

export type RoleName = keyof App['roles'];

/** @param preferred the system's languages as BCP 47 tags, most preferred first. */
export function stringsFor(preferred: readonly string[]): Strings {
  const language = preferredLanguage(preferred);
  return { ...appWords(language), language };
}
