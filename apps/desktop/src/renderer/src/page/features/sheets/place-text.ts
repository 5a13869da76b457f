import { roomStrings } from '../../room-strings.ts';
import type { Sheet } from './reading/sheet.ts';
import { placesOf } from './sheet-controller.ts';

const words = roomStrings.sheets;

/** `Bar 3 of 64`, or a line of words. A pickup is no bar of its own. @param index in playing order */
export function placeText(sheet: Sheet, index: number): string {
  const count = placesOf(sheet);
  if (sheet.kind === 'chords') return words.line({ number: index + 1, count });
  const { firstBar } = sheet;
  return index + firstBar === 0 ? words.pickup : words.bar({ number: index + firstBar, count: count - 1 + firstBar });
}
