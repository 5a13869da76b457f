import {
  type Language,
  type Rooms,
  roomsCatalogs,
  type Screens,
  screensCatalogs,
  wordsOf,
} from '../packages/words/src/index.ts';

/** The texts of the screens in one language. */
export async function screensIn(language: Language): Promise<Screens> {
  return wordsOf<Screens>((await screensCatalogs[language]()).default, language);
}

/** The texts that only rooms and settings need. */
export async function roomsIn(language: Language): Promise<Rooms> {
  return wordsOf<Rooms>((await roomsCatalogs[language]()).default, language);
}
