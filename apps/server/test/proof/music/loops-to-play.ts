import type { LoopLayer, NewPatterns, NewRecording } from '@roomtone/sdk/extras';

/** The bars of the metronome. */
export const beatsPerBar = 2;
const barTicks = beatsPerBar * 480;

/** The key that only the first note of a loop has: that of a slot, or of what is overdubbed in it. */
export const firstKeyOf = (slot: number) => 35 + slot;
export const overdubbedKeyOf = (slot: number) => 95 + slot;

/** Each slot has a loop of another kind or length. */
export function contentOf(slot: number): NewRecording | NewPatterns {
  if (slot === 0) return beat;
  return { name: `Loop ${slot}`, bars: slot, beatsPerBar, layers: [layerOf(slot, firstKeyOf(slot), 0)] };
}

export function overdubOf(slot: number): LoopLayer {
  return layerOf(slot, overdubbedKeyOf(slot), 0);
}

const beat: NewPatterns = {
  name: 'Beat',
  ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 0, stepsPerBeat: 4, swing: 60, keys: [firstKeyOf(0), 42] },
  patterns: [{ steps: 8, lanes: [[100, 0, 0, 0, 0, 0, 0, 0], Array.from({ length: 8 }, () => 70)] }],
};

function layerOf(slot: number, key: number, fromTick: number): LoopLayer {
  return {
    ...{ channel: slot, bankMsb: 0, bankLsb: 0, program: 10 + slot },
    events: [
      { tick: fromTick, data: Uint8Array.of(0x90 | slot, key, 90) },
      { tick: fromTick + 240, data: Uint8Array.of(0x80 | slot, key, 64) },
      { tick: barTicks - 100, data: Uint8Array.of(0x90 | slot, 60, 90) },
      { tick: barTicks - 10, data: Uint8Array.of(0x80 | slot, 60, 64) },
    ],
  };
}
