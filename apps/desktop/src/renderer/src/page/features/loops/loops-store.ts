import type { Loop } from '@roomtone/sdk/extras';
import { create } from 'zustand';
import type { LoopRecordingState } from '../../../contract/loop-messages.ts';
import { readStored } from '../../stored-state.ts';

/** How new loops are recorded; remembered on this device. */
export interface RecordSettings {
  /** 0 to end a recording by hand. */
  readonly bars: number;
  /** 0 leaves notes as they are played. */
  readonly gridTicks: number;
}

interface LoopsState extends RecordSettings {
  readonly isOpen: boolean;
  /** By slot. */
  readonly loops: ReadonlyMap<number, Loop>;
  /** Local clock minus service clock, µs. */
  readonly toLocalUs: number;
  /** The user's recording that is waiting or running. */
  readonly recording: LoopRecordingState | undefined;
  /** The player whose playing is recorded; undefined for the user's own. */
  readonly source: number | undefined;
  /** The slot whose steps are shown. */
  readonly edited: number | undefined;
  /** The pattern that is shown in the editor. */
  readonly pattern: number;
  /** Steps that were set here and that the server has not confirmed, by stepKey(). */
  readonly unconfirmed: ReadonlyMap<string, number>;
  /** Why something could not be done. */
  readonly failure: string | undefined;
}

export const barChoices = [1, 2, 4, 8, 0] as const;
/** Off, eighths, sixteenths and triplets of eighths. */
export const gridChoices = [0, 240, 120, 160] as const;

const storageKey = 'roomtone.loops';

export const noLoops = {
  loops: new Map<number, Loop>(),
  recording: undefined,
  source: undefined,
  edited: undefined,
  pattern: 0,
  unconfirmed: new Map<string, number>(),
  failure: undefined,
} as const;

export const useLoops = create<LoopsState>()(() => ({
  ...noLoops,
  isOpen: false,
  toLocalUs: 0,
  bars: 4,
  gridTicks: 0,
  ...remembered(),
}));

useLoops.subscribe(({ bars, gridTicks }, before) => {
  if (bars === before.bars && gridTicks === before.gridTicks) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ bars, gridTicks }));
  } catch {
    // The setting lasts until the page closes.
  }
});

/** The key of one step, for those that are not confirmed. */
export function stepKey(slot: number, pattern: number, key: number, step: number): string {
  return `${slot}.${pattern}.${key}.${step}`;
}

function remembered(): Partial<RecordSettings> {
  const value = readStored(storageKey);
  if (typeof value !== 'object' || value === null) return {};
  const { bars, gridTicks } = value as Partial<Record<keyof RecordSettings, unknown>>;
  return {
    ...(barChoices.some((each) => each === bars) && { bars: Number(bars) }),
    ...(gridChoices.some((each) => each === gridTicks) && { gridTicks: Number(gridTicks) }),
  };
}
