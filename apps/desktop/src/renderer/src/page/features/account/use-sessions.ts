import type { SessionEntry } from '@roomtone/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { strings } from '../../strings.ts';
import { removeUnlessUndone, usePendingRemovals } from '../../ui/pending-removal-store.ts';

export const sessionsKey = ['sessions'] as const;

/** The signed-in devices without those being signed out, this one first. */
export function useSessions() {
  const { client } = useParts();
  const pending = usePendingRemovals((state) => state.keys);
  const query = useQuery({ queryKey: sessionsKey, queryFn: () => client.api.account.sessions() });
  const sessions = query.data?.sessions
    .filter(({ sid }) => !pending.has(removalKey(sid)))
    .sort((a, b) => Number(b.current) - Number(a.current));
  return { ...query, sessions };
}

/** Signs out other devices, unless that is undone in time. */
export function useEndSessions(): (sessions: readonly SessionEntry[]) => void {
  const { client } = useParts();
  const queries = useQueryClient();
  return (sessions) => {
    const sids = sessions.map(({ sid }) => sid);
    removeUnlessUndone(sids.map(removalKey), strings.account.sessions.ended({ count: sids.length }), async () => {
      try {
        for (const sid of sids) await client.api.account.endSession(sid);
      } finally {
        await queries.invalidateQueries({ queryKey: sessionsKey });
      }
    });
  };
}

/** Signs out every device, this one last. */
export function useSignOutEverywhere() {
  const { client, account } = useParts();
  return useMutation({
    mutationFn: async () => {
      const { sessions } = await client.api.account.sessions();
      for (const { sid, current } of sessions) if (!current) await client.api.account.endSession(sid);
    },
    onSuccess: () => account.logout(),
  });
}

function removalKey(sid: string): string {
  return `session ${sid}`;
}
