import { useMemo } from 'react';
import { useBlocks } from '../people/use-ties.ts';

/** The user ids of those one does not want to read. */
export function useBlocked(): ReadonlySet<string> {
  const blocks = useBlocks();
  return useMemo(() => new Set(blocks.map(({ user_id }) => user_id)), [blocks]);
}
