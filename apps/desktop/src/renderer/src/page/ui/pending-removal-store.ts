import { create } from 'zustand';
import { failureText } from './failure-text.ts';
import { doUnlessUndone, notify } from './toast-store.ts';

/** Keys of items that are about to be removed unless that is undone. The lists that show them hide them. */
export const usePendingRemovals = create<{ readonly keys: ReadonlySet<string> }>()(() => ({ keys: new Set() }));

/**
 * Hides items immediately, and removes them for good unless that is undone within a few seconds.
 * @param text says what was removed.
 * @param act resolves when the lists are up to date; a failure is shown.
 */
export function removeUnlessUndone(keys: readonly string[], text: string, act: () => Promise<void>): void {
  const restore = () => usePendingRemovals.setState((state) => ({ keys: new Set([...state.keys].filter(isAnother)) }));
  const isAnother = (key: string) => !keys.includes(key);
  const remove = async () => {
    await act().catch((error: unknown) => notify(failureText(error)));
    restore();
  };
  usePendingRemovals.setState((state) => ({ keys: new Set([...state.keys, ...keys]) }));
  doUnlessUndone(text, () => void remove(), restore);
}
