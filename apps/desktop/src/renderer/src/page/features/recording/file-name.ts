import type { SoundFileKind } from '../../../contract/sound-file-messages.ts';

const longest = 80;

/** A recording's name as a file name that is valid on any system. */
export function fileNameOf(name: string, kind: 'mid' | SoundFileKind): string {
  const plain = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no system accepts them in file names
    .replace(/[\u0000-\u001f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[. ]+|[. ]+$/g, '');
  return `${[...plain].slice(0, longest).join('').trim() || 'recording'}.${kind}`;
}
