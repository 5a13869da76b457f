import { useQueryClient } from '@tanstack/react-query';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { failureText } from '../../ui/failure-text.ts';
import { goUnlessUndone } from '../../ui/going-store.ts';
import { notify } from '../../ui/toast-store.ts';
import { useParts } from '../app-parts.ts';
import { useAccount, userIdOf } from '../identity/account-store.ts';
import { addAsked, dropAsked } from './asked-store.ts';
import type { Person } from './messenger.ts';
import { refreshFriends } from './use-friends.ts';

type Going = 'friend' | 'request' | 'asked' | 'block' | 'free';

/** Marks what goes from a person's place in a list while it can be taken back. */
export function goingKey(what: Going, userId: string): string {
  return `${what} ${userId}`;
}

/** What one can do about other people. What takes something away can be undone for a moment; failures are told. */
export function useFriendActs() {
  const { client } = useParts();
  const queries = useQueryClient();
  const ownerId = useAccount(userIdOf) ?? '';

  const later = (what: Going, person: Person, text: string, act: () => Promise<unknown>) => {
    goUnlessUndone([goingKey(what, person.userId)], text, async () => {
      try {
        await act();
      } finally {
        await refreshFriends(queries);
      }
    });
  };
  const friends = strings.friends;
  return {
    /** @param user a name or an id. @throws {CallError} */
    ask: async (user: string): Promise<void> => {
      const { user_id: userId, username, state } = await client.api.friends.request(user);
      if (state === 'requested') addAsked(ownerId, { userId, username });
      notify(state === 'friends' ? friends.nowFriends(isolated(username)) : friends.asked(isolated(username)));
      await refreshFriends(queries);
    },
    accept: async ({ userId, username }: Person): Promise<void> => {
      try {
        await client.api.friends.accept(userId);
        notify(friends.nowFriends(isolated(username)));
      } catch (error) {
        notify(failureText(error));
      }
      await refreshFriends(queries);
    },
    decline: (person: Person) =>
      later('request', person, friends.declined(isolated(person.username)), () =>
        client.api.friends.remove(person.userId),
      ),
    withdraw: (person: Person) =>
      later('asked', person, friends.withdrawn(isolated(person.username)), async () => {
        await client.api.friends.remove(person.userId);
        dropAsked(ownerId, new Set([person.userId]));
      }),
    remove: (person: Person) =>
      later('friend', person, friends.removed(isolated(person.username)), () =>
        client.api.friends.remove(person.userId),
      ),
    block: (person: Person) =>
      later('block', person, friends.blocked(isolated(person.username)), async () => {
        await client.api.blocks.add(person.userId);
        dropAsked(ownerId, new Set([person.userId]));
      }),
    unblock: (person: Person) =>
      later('free', person, friends.unblocked(isolated(person.username)), () =>
        client.api.blocks.remove(person.userId),
      ),
  };
}
