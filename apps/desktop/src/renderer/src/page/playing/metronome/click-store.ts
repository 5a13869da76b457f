import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';

interface ClickState {
  /** 0 to 1, as the slider shows it. */
  readonly volume: number;
  readonly muted: boolean;
  /** Each beat is shown at the edge of the screen. */
  readonly hasPulse: boolean;
}

const rememberedKey = 'roomtone.click';

/** The metronome's volume on this device, and how it is seen; remembered. */
export const useClick = create<ClickState>()(() => clickFrom(readStored(rememberedKey)));
persist(rememberedKey, useClick);

/** Restores stored settings where they are valid. */
export function clickFrom(value: unknown): ClickState {
  const { volume, muted, hasPulse } = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof ClickState, unknown>
  >;
  const isVolume = typeof volume === 'number' && volume >= 0 && volume <= 1;
  return { volume: isVolume ? volume : 0.6, muted: muted === true, hasPulse: hasPulse === true };
}

/** The factor for the click's samples. Squaring the slider's value makes its steps sound even. */
export function clickGain({ volume, muted }: Pick<ClickState, 'volume' | 'muted'>): number {
  return muted ? 0 : volume * volume;
}
