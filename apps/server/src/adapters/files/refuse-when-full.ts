import type { AvatarStore } from '../../ports/avatars.ts';
import type { Storage } from '../../ports/storage.ts';
import type { FreeSpace } from './free-space.ts';

/** The operations that add something that stays (S38.3). Everything else, such as chat and signing in, goes on. */
const adding = [
  'createUser',
  'createInvitedUser',
  'addBot',
  'addPasskey',
  'addInvitation',
  'createRoom',
  'addSheet',
  'setSetList',
] as const satisfies readonly (keyof Storage)[];

/** The same storage, which adds nothing while the disk is almost full. */
export function refuseWhenFull(storage: Storage, space: Pick<FreeSpace, 'check'>): Storage {
  const guarded = adding.map((name) => {
    const add = storage[name] as (...args: readonly unknown[]) => Promise<unknown>;
    const checked = async (...args: readonly unknown[]) => {
      space.check();
      return add(...args);
    };
    return [name, checked];
  });
  // Each has the parameters and the result of the operation that it checks.
  return { ...storage, ...(Object.fromEntries(guarded) as Pick<Storage, (typeof adding)[number]>) };
}

/** The same pictures, none of which is added while the disk is almost full. */
export function refusePicturesWhenFull(avatars: AvatarStore, space: Pick<FreeSpace, 'check'>): AvatarStore {
  return {
    get: (name) => avatars.get(name),
    remove: (name) => avatars.remove(name),
    async put(userId, webp) {
      space.check();
      return avatars.put(userId, webp);
    },
  };
}
