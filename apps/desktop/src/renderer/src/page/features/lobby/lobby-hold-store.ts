import { useLayoutEffect } from 'react';
import { create } from 'zustand';

/** How many menus and dialogs of rooms are open. While there is one, no room in the lobby appears, goes or moves. */
const useHolds = create<{ readonly count: number }>()(() => ({ count: 0 }));

export function useIsHeld(): boolean {
  return useHolds((state) => state.count > 0);
}

/** Holds the lobby as it is while something of a room is open. */
export function useHold(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    add(1);
    return () => add(-1);
  }, [isOpen]);
}

function add(change: number): void {
  useHolds.setState(({ count }) => ({ count: count + change }));
}
