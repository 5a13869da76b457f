import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';
import { computerKeyVelocity } from './computer-keys.ts';
import { velocityAt } from './pointer-playing.ts';

interface TouchState {
  /** Fingers and the mouse always play with the same velocity; else the place on the key decides. */
  readonly isEven: boolean;
  /** The part of the keyboard that is in sight stays until this is taken back. */
  readonly isLocked: boolean;
}

const rememberedKey = 'roomtone.touch';

/** How the keys on the screen are played, remembered on this device. */
export const useTouch = create<TouchState>()(() => {
  const { isEven, isLocked } = (readStored(rememberedKey) ?? {}) as Partial<Record<keyof TouchState, unknown>>;
  return { isEven: isEven === true, isLocked: isLocked === true };
});
persist(rememberedKey, useTouch);

/** The velocity of a place on a key, from 0 at its top to 1, as the user wants it. */
export function chosenVelocity(depth: number): number {
  return useTouch.getState().isEven ? computerKeyVelocity : velocityAt(depth);
}
