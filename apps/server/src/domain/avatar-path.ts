import { participantColors } from './participant-colors.ts';

/** The user whose picture is shown. */
export interface PicturedUser {
  readonly userId: string;
  readonly username: string;
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
  /** One upper-case character that usernames may contain. */
  readonly initial: string;
  /** `#rrggbb`, one of the players' colours. */
  readonly color: string;
}

/** Reads the content from the name of a generated picture; undefined for any other name. */
export function generatedAvatar(name: string): GeneratedAvatar | undefined {
  const [, initial, hue] = /^initial-([a-z0-9_-])([0-7])\.svg$/.exec(name) ?? [];
  const color = participantColors[Number(hue)];
  return initial === undefined || color === undefined ? undefined : { initial: initial.toUpperCase(), color };
}

/** Combines the initial and a colour that stays the same when the user is renamed. */
function generatedAvatarName({ userId, username }: PicturedUser): string {
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
