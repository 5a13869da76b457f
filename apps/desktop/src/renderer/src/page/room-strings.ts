import { type Rooms, roomsCatalogs, wordsOf } from '@roomtone/words';
import { language, locale } from './strings/language.ts';

/** Texts that only rooms and settings need, in the language of this page. Loaded before the screens that show them. */
export let roomStrings: Rooms;

export async function loadRoomStrings(): Promise<void> {
  setRoomStrings(wordsOf((await roomsCatalogs[language]()).default, language, locale));
}

export function setRoomStrings(words: Rooms): void {
  roomStrings = words;
}
