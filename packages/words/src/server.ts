import { type Server, serverCatalogs } from './gen/server.ts';
import type { Language } from './languages.ts';
import { wordsOf } from './words.ts';

export type { Server };

/** The texts of the server's mails and pages. */
export function serverWords(language: Language): Server {
  return wordsOf<Server>(serverCatalogs[language], language);
}
