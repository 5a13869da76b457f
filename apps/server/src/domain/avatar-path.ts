import { participantColors } from './participant-colors.ts';

/** Whose picture it is. */
export interface Pictured {
  readonly userId: string;
  readonly username: string;
  /** Name of the picture they uploaded. */
  readonly avatarName?: string | undefined;
}

/**
 * Path of a user's picture from `{base_url}`: the one they uploaded, or a generated one. A path never shows another
 * picture, so it may be cached for ever.
 */
export function avatarPath(user: Pictured): string {
  return `/avatars/${user.avatarName ?? generatedAvatarName(user)}`;
}

/** What a generated picture shows. */
export interface GeneratedAvatar {
  /** One upper-case character of those that usernames are made of. */
  readonly initial: string;
  /** `#rrggbb`, one of the players' hues. */
  readonly color: string;
}

/** What the name of a generated picture says; undefined for any other name. */
export function generatedAvatar(name: string): GeneratedAvatar | undefined {
  const [, initial, hue] = /^initial-([a-z0-9_-])([0-7])\.svg$/.exec(name) ?? [];
  const color = participantColors[Number(hue)];
  return initial === undefined || color === undefined ? undefined : { initial: initial.toUpperCase(), color };
}

/** The initial, and a hue that stays with the user whatever they are called. */
function generatedAvatarName({ userId, username }: Pictured): string {
  const initial = username.charAt(0).toLowerCase();
  return `initial-${initial}${hash(userId) % participantColors.length}.svg`;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}
