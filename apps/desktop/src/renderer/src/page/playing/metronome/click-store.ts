import { create } from 'zustand';
import { recalled, remember } from '../../remembered.ts';

interface ClickState {
  /** 0 to 1, as the slider shows it. */
  readonly volume: number;
  readonly muted: boolean;
}

const rememberedKey = 'roomtone.click';

/** How one hears the metronome; nobody else does. Remembered. */
export const useClick = create<ClickState>()(() => clickFrom(recalled(rememberedKey)));
remember(rememberedKey, useClick);

/** What of a remembered value makes sense. */
export function clickFrom(value: unknown): ClickState {
  const { volume, muted } = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof ClickState, unknown>
  >;
  const isVolume = typeof volume === 'number' && volume >= 0 && volume <= 1;
  return { volume: isVolume ? volume : 0.6, muted: muted === true };
}

/** What a click's samples are multiplied by: the ear hears steps of the slider as even by its square. */
export function clickGain({ volume, muted }: ClickState): number {
  return muted ? 0 : volume * volume;
}
