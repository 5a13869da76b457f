import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';

const steps = ['heard', 'midi', 'invited'] as const;

/** One of the first things to do in a room. */
export type FirstStep = (typeof steps)[number];

interface FirstRunState {
  readonly done: readonly FirstStep[];
  readonly isDismissed: boolean;
}

const storageKey = 'roomtone.first-run';

/** The first steps that were already done on this device. */
export const useFirstRun = create<FirstRunState>()(() => {
  const stored = readStored(storageKey) as { done?: unknown; isDismissed?: unknown } | null;
  const done = Array.isArray(stored?.done) ? stored.done : [];
  return { done: steps.filter((step) => done.includes(step)), isDismissed: stored?.isDismissed === true };
});
persist(storageKey, useFirstRun);

export function finishStep(step: FirstStep): void {
  const { done } = useFirstRun.getState();
  if (!done.includes(step)) useFirstRun.setState({ done: [...done, step] });
}

export function dismissFirstRun(): void {
  useFirstRun.setState({ isDismissed: true });
}
