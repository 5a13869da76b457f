import type { AvatarStore } from '../../ports/avatars.ts';
import { avatarName } from './avatar-name.ts';

/** Keeps pictures in memory, for tests. */
export function createMemoryAvatarStore(): AvatarStore {
  const pictures = new Map<string, Uint8Array>();
  return {
    async put(userId, webp) {
      const name = avatarName(userId, webp);
      pictures.set(name, new Uint8Array(webp));
      return name;
    },
    async get(name) {
      return pictures.get(name);
    },
    async remove(name) {
      pictures.delete(name);
    },
  };
}
