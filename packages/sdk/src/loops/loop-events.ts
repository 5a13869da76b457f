import type { TimedEvent } from '@roomtone/protocol';
import { endingAt, type LoopPass, settingsAt } from './loop-pass.ts';

/** A time in which a part of a loop plays evenly. */
export interface LoopSpan {
  /** Service clock, µs; `untilUs` is excluded, and may be Infinity. */
  readonly fromUs: number;
  readonly untilUs: number;
  /** The position at `fromUs`, in ticks from the loop's beginning. */
  readonly fromTick: number;
  readonly usPerTick: number;
  readonly pass: LoopPass;
}

/**
 * The events of a part of a loop that fall into a time, in order: from `fromUs` up to but excluding `toUs`; service clock, µs.
 * Windows side by side give every event once. Where a span begins in the middle of the loop, its controllers come first; where
 * it ends, everything that sounds is released, unless the next span goes on at the same position.
 * @param spans in order of time.
 */
export function eventsOfSpans(spans: readonly LoopSpan[], fromUs: number, toUs: number): TimedEvent[] {
  const events: TimedEvent[] = [];
  const add = (timeUs: number, messages: readonly Uint8Array[]) => {
    if (timeUs >= fromUs && timeUs < toUs) events.push(...at(timeUs, messages));
  };
  spans.forEach((span, index) => {
    if (span.untilUs < fromUs || span.fromUs >= toUs) return;
    const goesOn = continues(spans[index - 1], span);
    if (!goesOn) add(span.fromUs, settingsAt(span.pass, positionAt(span, span.fromUs)));
    addPasses(span, goesOn, fromUs, toUs, events);
    if (span.untilUs < toUs && !continues(span, spans[index + 1]))
      add(span.untilUs, endingOfSpans([span], span.untilUs));
  });
  return events;
}

/** The events that end the part just before the events at a time: what sounds then, and the controllers that have been moved. */
export function endingOfSpans(spans: readonly LoopSpan[], timeUs: number): Uint8Array[] {
  const span = spans.find(({ fromUs, untilUs }) => fromUs < timeUs && timeUs <= untilUs);
  if (span === undefined) return [];
  // At the end of a pass its own releases would be due, which are part of the next time around.
  return endingAt(span.pass, positionAt(span, timeUs) || span.pass.lengthTicks);
}

/** The part's controllers and programs at a time in its middle. */
export function settingsOfSpans(spans: readonly LoopSpan[], timeUs: number): Uint8Array[] {
  const span = spans.find(({ fromUs, untilUs }) => fromUs < timeUs && timeUs < untilUs);
  return span === undefined ? [] : settingsAt(span.pass, positionAt(span, timeUs));
}

/** One timed event for each message, all at the same time. */
export function at(timeUs: number, messages: readonly Uint8Array[]): TimedEvent[] {
  return messages.map((data) => ({ timeUs, data }));
}

/** Where a span is at a time, in ticks from the loop's beginning; exact where a tick falls on that microsecond. */
export function positionAt({ fromUs, fromTick, usPerTick, pass }: LoopSpan, timeUs: number): number {
  const ticks = fromTick + (timeUs - fromUs) / usPerTick;
  const nearest = Math.round(ticks);
  const exact = Math.abs(nearest - ticks) * usPerTick <= 0.5 ? nearest : ticks;
  return exact - Math.floor(exact / pass.lengthTicks) * pass.lengthTicks;
}

function continues(before: LoopSpan | undefined, next: LoopSpan | undefined): boolean {
  if (before === undefined || next === undefined) return false;
  if (before.untilUs !== next.fromUs || before.pass !== next.pass) return false;
  // The next position is a whole tick.
  const apart = Math.abs(positionAt(before, next.fromUs) - positionAt(next, next.fromUs));
  return Math.min(apart, next.pass.lengthTicks - apart) <= 1;
}

function addPasses(span: LoopSpan, goesOn: boolean, fromUs: number, toUs: number, events: TimedEvent[]): void {
  const { pass, fromTick, usPerTick } = span;
  const from = Math.max(fromUs, span.fromUs);
  const until = Math.min(toUs, span.untilUs);
  if (from >= until || pass.events.length === 0) return;
  const passUs = pass.lengthTicks * usPerTick;
  const originUs = span.fromUs - fromTick * usPerTick;
  const last = Math.floor((until - originUs) / passUs);
  for (let index = Math.max(-1, Math.floor((from - originUs) / passUs) - 1); index <= last; index++) {
    for (const { tick, data } of pass.events) {
      const position = index * pass.lengthTicks + tick - fromTick;
      // Notes that ended just as the span began were not of this span.
      if (position < 0 || (position === 0 && tick === pass.lengthTicks && !goesOn)) continue;
      // Rounded from the span's beginning, so that errors do not add up and every client gets the same time.
      const timeUs = span.fromUs + Math.round(position * usPerTick);
      if (timeUs >= from && timeUs < until) events.push({ timeUs, data });
    }
  }
}
