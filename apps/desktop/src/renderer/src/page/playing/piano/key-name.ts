import { roomStrings } from '../../room-strings.ts';
import type { KeyLabels } from './key-labels.ts';

/** The name of a key by its physical code, as it stands on the user's keyboard where that is known. */
export function keyName(code: string, labels: KeyLabels): string {
  const named: Readonly<Record<string, string>> = roomStrings.controls.keys;
  return named[code] ?? labels[code] ?? code.replace(/^(Key|Digit)/, '');
}
