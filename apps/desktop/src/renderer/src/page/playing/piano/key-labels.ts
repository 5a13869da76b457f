import { create } from 'zustand';
import { language } from '../../strings/language.ts';
import { playingCodes } from './computer-keys.ts';

/** The letters on the keys that play, by `KeyboardEvent.code`. */
export type KeyLabels = Readonly<Record<string, string>>;

/** The keys that differ from a US keyboard, as `code` to what is printed on it. */
const layouts: Readonly<Record<string, KeyLabels>> = {
  de: { KeyY: 'Z', KeyZ: 'Y', Semicolon: 'Ö', Quote: 'Ä' },
  fr: { KeyA: 'Q', KeyQ: 'A', KeyW: 'Z', KeyZ: 'W', Semicolon: 'M', Quote: 'Ù' },
};
const punctuation: KeyLabels = { Semicolon: ';', Quote: '’' };

/**
 * A guess, until the browser tells or the user presses the key.
 * @param tags BCP 47, the best one first.
 */
export function guessedLabels(tags: readonly string[]): KeyLabels {
  const letters = playingCodes.map((code) => [code, punctuation[code] ?? code.replace('Key', '')] as const);
  return { ...Object.fromEntries(letters), ...layouts[tags[0]?.split('-', 1)[0]?.toLowerCase() ?? ''] };
}

/** The labels with what a key press tells: `key` is what the key types. Returns `labels` itself if nothing is new. */
export function learned(labels: KeyLabels, { code, key }: { readonly code: string; readonly key: string }): KeyLabels {
  const label = key.toLocaleUpperCase(language);
  // Dead keys and named keys, such as "Dead" and "Enter", type no character.
  if (labels[code] === undefined || [...key].length !== 1 || labels[code] === label) return labels;
  return { ...labels, [code]: label };
}

/** The letters on the user's own keyboard, which may be QWERTZ or AZERTY. */
export const useKeyLabels = create<KeyLabels>()(() => guessedLabels(navigator.languages ?? []));

interface KeyboardLayout {
  getLayoutMap(): Promise<ReadonlyMap<string, string>>;
}

/** Asks the browser for the layout. Some do not tell; then each key's letter is learned when it is pressed. */
export async function readKeyLabels(): Promise<void> {
  const { keyboard } = navigator as { readonly keyboard?: KeyboardLayout };
  try {
    const layout = await keyboard?.getLayoutMap();
    let labels = useKeyLabels.getState();
    for (const [code, key] of layout ?? []) labels = learned(labels, { code, key });
    useKeyLabels.setState(labels, true);
  } catch {
    // Pages in some frames may not ask.
  }
}

/** Learns from a key that was pressed without a modifier. */
export function learnKeyLabel(event: Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey'>): void {
  if (event.shiftKey) return;
  useKeyLabels.setState((labels) => learned(labels, event), true);
}
