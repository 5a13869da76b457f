import { avatarName } from '../../src/adapters/avatars/avatar-name.ts';
import type { AvatarStore } from '../../src/ports/avatars.ts';

/** Keeps in memory. */
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
