import { useMemo } from 'react';
import { useGoing } from '../../ui/going-store.ts';
import { goingKey } from './use-friend-acts.ts';
import { useBlocks } from './use-friends.ts';
import { usePeople } from './use-people.ts';

/** asks: they ask for friendship; asked: one has asked them, from this device. */
export type Standing = 'unknown' | 'stranger' | 'asked' | 'asks' | 'friend' | 'blocked';

/** How one stands with somebody, as it will be when what is about to change has changed. */
export function useStanding(userId: string): Standing {
  const { friends, requests, asked, isLoading } = usePeople();
  const isBlocked = useBlockedIds().has(userId);
  const isThem = ({ user_id }: { readonly user_id: string }) => user_id === userId;
  if (isBlocked) return 'blocked';
  if (friends.some(isThem)) return 'friend';
  if (requests.some(isThem)) return 'asks';
  if (asked.some((person) => person.userId === userId)) return 'asked';
  return isLoading ? 'unknown' : 'stranger';
}

/** The user ids of those one does not want to hear of. */
export function useBlockedIds(): ReadonlySet<string> {
  const { data } = useBlocks();
  const going = useGoing((state) => state.keys);
  return useMemo(() => {
    const free = goingKey('free', '');
    const block = goingKey('block', '');
    const ids = new Set(data?.blocks.map(({ user_id }) => user_id));
    for (const key of going) if (key.startsWith(block)) ids.add(key.slice(block.length));
    for (const key of going) if (key.startsWith(free)) ids.delete(key.slice(free.length));
    return ids;
  }, [data, going]);
}
