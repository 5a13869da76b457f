import { useQueryClient } from '@tanstack/react-query';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { failureText } from '../../ui/failure-text.ts';
import { removeUnlessUndone } from '../../ui/pending-removal-store.ts';
import { notify } from '../../ui/toast-store.ts';
import { useParts } from '../app-parts.ts';
import { useAccount, userIdOf } from '../identity/account-store.ts';
import type { Person } from './messenger.ts';
import { addSentRequest, removeSentRequests } from './sent-request-store.ts';
import { refreshFriends } from './use-friends.ts';

type Removal = 'friend' | 'request' | 'sent-request' | 'block' | 'unblock';

/** The key of an entry that is about to be removed and can still be restored. */
export function removalKey(what: Removal, userId: string): string {
  return `${what} ${userId}`;
}

/** Friend requests, friends and blocks. Removals can be undone for a few seconds; failures are shown. */
export function useFriendActions() {
  const { client } = useParts();
  const queries = useQueryClient();
  const ownerId = useAccount(userIdOf) ?? '';

  const later = (what: Removal, person: Person, text: string, action: () => Promise<unknown>) => {
    removeUnlessUndone([removalKey(what, person.userId)], text, async () => {
      try {
        await action();
      } finally {
        await refreshFriends(queries);
      }
    });
  };
  const friends = strings.friends;
  return {
    /** @param user a name or an id. @throws {CallError} */
    sendRequest: async (user: string): Promise<void> => {
      const { userId, username, displayName, state } = await client.api.friends.request(user);
      if (state === 'requested') addSentRequest(ownerId, { userId, username, displayName });
      notify(
        state === 'friends'
          ? friends.nowFriends({ name: isolated(displayName) })
          : friends.asked({ name: isolated(displayName) }),
      );
      await refreshFriends(queries);
    },
    accept: async ({ userId, displayName }: Pick<Person, 'userId' | 'displayName'>): Promise<void> => {
      try {
        await client.api.friends.accept(userId);
        notify(friends.nowFriends({ name: isolated(displayName) }));
      } catch (error) {
        notify(failureText(error));
      }
      await refreshFriends(queries);
    },
    decline: (person: Person) =>
      later('request', person, friends.declined({ name: isolated(person.displayName) }), () =>
        client.api.friends.remove(person.userId),
      ),
    withdraw: (person: Person) =>
      later('sent-request', person, friends.withdrawn({ name: isolated(person.displayName) }), async () => {
        await client.api.friends.remove(person.userId);
        removeSentRequests(ownerId, new Set([person.userId]));
      }),
    remove: (person: Person) =>
      later('friend', person, friends.removed({ name: isolated(person.displayName) }), () =>
        client.api.friends.remove(person.userId),
      ),
    block: (person: Person) =>
      later('block', person, friends.blocked({ name: isolated(person.displayName) }), async () => {
        await client.api.blocks.add(person.userId);
        removeSentRequests(ownerId, new Set([person.userId]));
      }),
    unblock: (person: Person) =>
      later('unblock', person, friends.unblocked({ name: isolated(person.displayName) }), () =>
        client.api.blocks.remove(person.userId),
      ),
  };
}
