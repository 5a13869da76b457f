import { type App, appCatalogs } from './gen/app.ts';
import type { Language } from './languages.ts';
import { wordsOf } from './words.ts';

export type { App };

/** The texts of the desktop app's menus and dialogs. */
export function appWords(language: Language): App {
  return wordsOf<App>(appCatalogs[language], language);
}
