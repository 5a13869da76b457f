import type { Named } from '@roomtone/protocol';
import { colorOf, participantColors } from '@roomtone/room';

const colors: readonly string[] = participantColors;

/** The user whose picture is shown. */
export interface PicturedUser extends Named {
  readonly userId: string;
  /** Name of the uploaded picture. */
  readonly avatarName?: string | undefined;
}

/**
 * Path of a user's picture from `{base_url}`: an uploaded or a generated one. The picture at a path never changes, so clients
 * may cache it forever.
 */
export function avatarPath(user: PicturedUser): string {
  return `/avatars/${user.avatarName ?? generatedAvatarName(user)}`;
}

/** The content of a generated picture. */
export interface GeneratedAvatar {
  /** One character: a letter or digit of any script, or `_` or `-`. */
  readonly initial: string;
  /** `#rrggbb`, one of the players' colours. */
  readonly color: string;
}

/** Reads the content from the name of a generated picture; undefined for any other name. */
export function generatedAvatar(name: string): GeneratedAvatar | undefined {
  const [, plain, code, hue] = /^initial-(?:([a-z0-9_-])|u([0-9a-f]{2,5})-)([0-7])\.svg$/.exec(name) ?? [];
  const initial = plain ?? (code === undefined ? undefined : letterOf(String.fromCodePoint(Number.parseInt(code, 16))));
  const color = participantColors[Number(hue)];
  return initial === undefined || color === undefined ? undefined : { initial: upperCase(initial), color };
}

/** Combines the initial and a colour that stays the same when the user is renamed. */
function generatedAvatarName(user: PicturedUser): string {
  const initial = letterOf(user.displayName ?? '') ?? user.username.charAt(0).toLowerCase();
  const code = /[a-z0-9_-]/.test(initial) ? initial : `u${initial.codePointAt(0)?.toString(16)}-`;
  return `initial-${code}${colors.indexOf(colorOf(user.userId))}.svg`;
}

/** The first letter or digit of a text, in lower case. */
function letterOf(text: string): string | undefined {
  return /[\p{L}\p{N}]/u.exec(text)?.[0].toLowerCase();
}

/** One character remains one. */
function upperCase(letter: string): string {
  const upper = letter.toUpperCase();
  return [...upper].length === 1 ? upper : letter;
}
