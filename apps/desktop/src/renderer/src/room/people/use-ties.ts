import type { BlockEntry, FriendListView } from '@roomtone/protocol/rest';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useIsMember, useParts } from '../../app-parts.ts';
import { failureText } from '../../ui/failure-text.ts';
import { notify } from '../../ui/toast-store.ts';

const friendsKey = ['friends'] as const;
const blocksKey = ['blocks'] as const;
/** What the server does not tell by itself may be so old. */
const staleMs = 30_000;

/** Friends and requests; undefined while unknown, and for guests. */
export function useFriends(): FriendListView | undefined {
  const { client } = useParts();
  const isMember = useIsMember();
  return useQuery({
    queryKey: friendsKey,
    queryFn: isMember ? () => client.api.friends.list() : skipToken,
    staleTime: staleMs,
  }).data;
}

const nobody: readonly BlockEntry[] = [];

/** Whom one does not want to hear of. */
export function useBlocks(): readonly BlockEntry[] {
  const { client } = useParts();
  const isMember = useIsMember();
  const queryFn = isMember ? () => client.api.blocks.list() : skipToken;
  return useQuery({ queryKey: blocksKey, queryFn, staleTime: staleMs }).data?.blocks ?? nobody;
}

interface Tie {
  readonly userId: string;
  readonly act: 'request' | 'accept' | 'block' | 'unblock';
  /** What is said when it is done. */
  readonly done: string;
}

/** Makes and ends what ties one to others; how it went is said by a toast. */
export function useTie() {
  const { client } = useParts();
  const queries = useQueryClient();
  const { friends, blocks } = client.api;
  const acts = { request: friends.request, accept: friends.accept, block: blocks.add, unblock: blocks.remove };
  return useMutation({
    mutationFn: async ({ userId, act }: Tie) => {
      await acts[act](userId);
    },
    onSuccess: (_answer, { done }) => notify(done),
    onError: (error) => notify(failureText(error)),
    onSettled: () => Promise.all([friendsKey, blocksKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
