import { useParts } from '../../app/app-parts.ts';
import type { Line } from '../../app/social/lines.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { removeUnlessUndone, usePendingRemovals } from '../../ui/pending-removal-store.ts';

/** Deletes a conversation on this device, unless that is undone in time. */
export function useDeleteConversation(withId: string | undefined) {
  const { messenger } = useParts();
  const key = `conversation ${withId}`;
  const isCleared = usePendingRemovals((state) => state.keys.has(key));
  const clear = (lines: readonly Line[], name: string) =>
    removeUnlessUndone([key], strings.messages.cleared(isolated(name)), async () => messenger.delete(lines));
  return { isCleared, clear };
}
