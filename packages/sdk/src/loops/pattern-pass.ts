import { midiStatus } from '@roomtone/protocol';

import { type LoopPass, passOf } from './loop-pass.ts';
import { stepTick, ticksPerBeat } from './loop-time.ts';
import type { LoopEvent, LoopInstrument, StepPatterns } from './loop-types.ts';

/** The notes that one of the patterns plays each time around. A note lasts one step, or until the next one on its key. */
export function passOfPattern(patterns: StepPatterns, index: number): LoopPass {
  const { channel, stepsPerBeat, keys } = patterns;
  const pattern = patterns.patterns[index] ?? { steps: stepsPerBeat, lanes: [] };
  const stepTicks = ticksPerBeat / stepsPerBeat;
  const events: LoopEvent[] = programEvents(patterns);
  pattern.lanes.forEach((velocities, lane) => {
    const key = keys[lane];
    if (key === undefined) return;
    const struck = Array.from({ length: pattern.steps }, (_, step) => step).filter(
      (step) => (velocities[step] ?? 0) > 0,
    );
    struck.forEach((step, at) => {
      const tick = stepTick(patterns, step);
      const next = struck[at + 1];
      const untilTick = Math.min(
        tick + stepTicks,
        next === undefined ? Number.POSITIVE_INFINITY : stepTick(patterns, next),
      );
      events.push({ tick, data: Uint8Array.of(midiStatus.noteOn | channel, key, velocities[step] ?? 0) });
      events.push({ tick: untilTick, data: Uint8Array.of(midiStatus.noteOff | channel, key, 64) });
    });
  });
  return passOf(
    events.toSorted((a, b) => a.tick - b.tick || rank(a) - rank(b)),
    pattern.steps * stepTicks,
  );
}

/** The bank, if it is another than General MIDI's first, and the program. */
export function programEvents({ channel, bankMsb, bankLsb, program }: LoopInstrument): LoopEvent[] {
  const banks =
    bankMsb === 0 && bankLsb === 0
      ? []
      : [
          Uint8Array.of(midiStatus.controlChange | channel, 0, bankMsb),
          Uint8Array.of(midiStatus.controlChange | channel, 32, bankLsb),
        ];
  return [...banks, Uint8Array.of(midiStatus.programChange | channel, program)].map((data) => ({ tick: 0, data }));
}

/** At the same tick: what ends, the program, what begins. */
function rank({ data: [status = 0] }: LoopEvent): number {
  const kinds = [midiStatus.noteOff, midiStatus.controlChange, midiStatus.programChange] as readonly number[];
  const place = kinds.indexOf(status & 0xf0);
  return place < 0 ? kinds.length : place;
}
