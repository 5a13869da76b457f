import { createHash } from 'node:crypto';

/** Names an uploaded picture by a hash of its content and its owner, so that no two users share a file. */
export function avatarName(userId: string, webp: Uint8Array): string {
  return `${createHash('sha256').update(userId).update('\0').update(webp).digest('hex').slice(0, 40)}.webp`;
}

/** True for names of the form that avatarName() returns. */
export function isAvatarName(name: string): boolean {
  return /^[0-9a-f]{40}\.webp$/.test(name);
}
