import { create } from 'zustand';
import { failureText } from './failure-text.ts';
import { doUnlessUndone, notify } from './toast-store.ts';

/** What is about to go unless that is taken back, by keys of those who show it: they show it no more. */
export const useGoing = create<{ readonly keys: ReadonlySet<string> }>()(() => ({ keys: new Set() }));

/**
 * Lets things go from sight at once, and for good unless that is taken back within the next seconds.
 * @param text what has gone.
 * @param act resolves when the lists are as they are now; a failure is told.
 */
export function goUnlessUndone(keys: readonly string[], text: string, act: () => Promise<void>): void {
  const comeBack = () => useGoing.setState((state) => ({ keys: new Set([...state.keys].filter(isAnother)) }));
  const isAnother = (key: string) => !keys.includes(key);
  const go = async () => {
    await act().catch((error: unknown) => notify(failureText(error)));
    comeBack();
  };
  useGoing.setState((state) => ({ keys: new Set([...state.keys, ...keys]) }));
  doUnlessUndone(text, () => void go(), comeBack);
}
