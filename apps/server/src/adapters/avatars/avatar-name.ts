import { createHash } from 'node:crypto';

/** The name of an uploaded picture: a hash of its content and of whose it is, so that nobody shares a file. */
export function avatarName(userId: string, webp: Uint8Array): string {
  return `${createHash('sha256').update(userId).update('\0').update(webp).digest('hex').slice(0, 40)}.webp`;
}

/** Whether it has the form of those that avatarName() makes. */
export function isAvatarName(name: string): boolean {
  return /^[0-9a-f]{40}\.webp$/.test(name);
}
