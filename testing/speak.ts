import { setRoomStrings } from '../apps/desktop/src/renderer/src/page/room-strings.ts';
import { setStrings } from '../apps/desktop/src/renderer/src/page/strings.ts';
import type { Language } from '../packages/words/src/index.ts';
import { roomsIn, screensIn } from './words-in.ts';

/** Gives modules of the page their texts in one language. */
export async function speak(language: Language): Promise<void> {
  setStrings(await screensIn(language));
  setRoomStrings(await roomsIn(language));
}
