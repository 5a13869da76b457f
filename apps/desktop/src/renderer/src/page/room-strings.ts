import type { roomCatalogue } from './strings/english/room-catalogue.ts';
import { language } from './strings/language.ts';

type RoomStrings = typeof roomCatalogue;

/** Texts that only rooms and settings need, in the language of this page. Loaded before the screens that show them. */
export let roomStrings: RoomStrings;

const catalogues = {
  en: () => import('./strings/english/room-catalogue.ts'),
  de: () => import('./strings/german/room-catalogue.ts'),
};

export async function loadRoomStrings(): Promise<void> {
  setRoomStrings((await catalogues[language]()).roomCatalogue);
}

export function setRoomStrings(words: RoomStrings): void {
  roomStrings = words;
}
