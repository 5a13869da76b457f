import { useParts } from '../../app/app-parts.ts';
import type { Line } from '../../app/social/lines.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { goUnlessUndone, useGoing } from '../../ui/going-store.ts';

/** Deletes a conversation on this device, unless that is undone in time. */
export function useDeleteConversation(withId: string | undefined) {
  const { messenger } = useParts();
  const key = `conversation ${withId}`;
  const isCleared = useGoing((state) => state.keys.has(key));
  const clear = (lines: readonly Line[], name: string) =>
    goUnlessUndone([key], strings.messages.cleared(isolated(name)), async () => messenger.forget(lines));
  return { isCleared, clear };
}
