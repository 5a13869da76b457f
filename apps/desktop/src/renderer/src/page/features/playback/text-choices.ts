import { type TextEncoding, textEncodings } from '@roomtone/smf';
import { contentId } from '../../../../../shared/library/content-id.ts';

const storageKey = 'roomtone.text-encodings';
/** Older choices are forgotten. */
const mostChoices = 300;

/** The encoding that the user chose for the texts of a file, wherever it lies and whatever it is called. */
export function chosenEncoding(bytes: Uint8Array): TextEncoding | undefined {
  return choices().find(([id]) => id === contentId(bytes))?.[1];
}

export function rememberEncoding(bytes: Uint8Array, encoding: TextEncoding): void {
  const id = contentId(bytes);
  const others = choices().filter(([other]) => other !== id);
  localStorage.setItem(storageKey, JSON.stringify([[id, encoding], ...others].slice(0, mostChoices)));
}

function choices(): [id: string, encoding: TextEncoding][] {
  let stored: unknown;
  try {
    stored = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown): [string, TextEncoding][] => {
    const [id, name] = Array.isArray(entry) ? entry : [];
    const encoding = textEncodings.find((each) => each === name);
    return typeof id === 'string' && encoding !== undefined ? [[id, encoding]] : [];
  });
}
