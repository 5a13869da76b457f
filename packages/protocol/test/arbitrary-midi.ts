import fc from 'fast-check';
import type { MidiMessage, TimedEvent } from '../src/index.ts';

const data7 = () => fc.oneof(fc.constantFrom(0, 1, 63, 64, 127), fc.nat({ max: 127 }));

/** One valid channel voice message of two or three bytes. */
export function arbitraryEvent(): fc.Arbitrary<number[]> {
  return fc.oneof(
    fc.tuple(fc.integer({ min: 0x80, max: 0xbf }), data7(), data7()),
    fc.tuple(fc.integer({ min: 0xc0, max: 0xdf }), data7()),
    fc.tuple(fc.integer({ min: 0xe0, max: 0xef }), data7(), data7()),
  );
}

/** Up to `maxLength` events with times that do not decrease, some after long pauses. */
export function arbitraryEvents(maxLength: number): fc.Arbitrary<TimedEvent[]> {
  const step = fc.oneof(fc.constant(0), fc.nat({ max: 5_000 }), fc.nat({ max: 3_000_000 }));
  return fc.array(fc.tuple(step, arbitraryEvent()), { maxLength, size: 'max' }).map((steps) => {
    let timeUs = 1_763_720_000_000_000;
    return steps.map(([stepUs, data]) => {
      timeUs += stepUs;
      return { timeUs, data: Uint8Array.from(data) };
    });
  });
}

/** Some valid messages, and mostly messages that differ little from a valid one. */
export function arbitraryMidi(): fc.Arbitrary<MidiMessage> {
  const event = fc.oneof(
    { weight: 30, arbitrary: arbitraryEvent() },
    { weight: 1, arbitrary: fc.array(fc.nat({ max: 255 }), { maxLength: 4 }) },
  );
  const count = fc.oneof(
    { weight: 6, arbitrary: fc.nat({ max: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom(255, 256, 257) },
  );
  const stepUs = fc.oneof(
    { weight: 60, arbitrary: fc.nat({ max: 3_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 999_999, 1_000_000, 1_000_001) },
  );
  const surplus = fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(-1, 1) });
  return fc
    .tuple(count, surplus)
    .chain(([length, extra]) =>
      fc.tuple(
        fc.array(event, { minLength: length, maxLength: length }),
        fc.array(stepUs, { minLength: Math.max(0, length + extra), maxLength: Math.max(0, length + extra) }),
      ),
    )
    .map(([events, steps]) => ({ startTime: 0, offsets: running(steps), data: Uint8Array.from(events.flat()) }));
}

function running(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => {
    sum = Math.max(0, sum + step);
    return sum;
  });
}
