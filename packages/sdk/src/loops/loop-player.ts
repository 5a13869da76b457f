import type { TimedEvent } from '@roomtone/protocol';
import { at, endingOfSpans, eventsOfSpans, type LoopSpan, settingsOfSpans } from './loop-events.ts';
import { endingOf } from './loop-pass.ts';

/** The change to one part of a loop. */
export interface PartNews {
  /** The key under which the part was given. */
  readonly part: string;
  /** Service clock, µs: everything announced from then on is void; undefined if all of it still holds. */
  readonly voidFromUs: number | undefined;
  /** In order of time, after everything announced before that still holds. */
  readonly events: readonly TimedEvent[];
}

interface Announced {
  /** Undefined before the first look at it. */
  spans: readonly LoopSpan[] | undefined;
  untilUs: number;
  /** The events that were announced and may still be taken back. */
  waiting: TimedEvent[];
  /** Events since nothing was held. */
  past: Uint8Array[];
}

/** Events nearer than this may have been played already when news of a change arrives. */
const settledUs = 25_000;
/** A gap longer than this, as after sleep, is skipped. */
const maxGapUs = 2_000_000;

/**
 * Plays the loops of a room: announces each event once, some time before it is due. When a part or its time changes, it takes
 * back only what has become wrong, and releases what that would leave hanging.
 */
export class LoopPlayer {
  readonly #parts = new Map<string, Announced>();

  /**
   * Announces what is due before `untilUs`.
   * @param parts the spans of all that sounds or will, by a key that stays the same while a part changes. The same spans are
   * the same object.
   * @param nowUs service clock; never earlier than in the call before.
   */
  advance(parts: ReadonlyMap<string, readonly LoopSpan[]>, nowUs: number, untilUs: number): PartNews[] {
    const news: PartNews[] = [];
    for (const [key, announced] of this.#parts) {
      if (parts.has(key)) continue;
      this.#parts.delete(key);
      const end = takeBack(announced, [], nowUs, { isOver: true });
      if (end !== undefined) news.push({ part: key, ...end });
    }
    for (const [key, spans] of parts) {
      let announced = this.#parts.get(key);
      if (announced === undefined || nowUs > announced.untilUs + maxGapUs) {
        if (announced !== undefined)
          news.push({ part: key, voidFromUs: nowUs, events: endingEvents(announced, nowUs) });
        announced = { spans: undefined, untilUs: nowUs, waiting: [], past: [] };
        this.#parts.set(key, announced);
      }
      const one = advance(announced, spans, nowUs, untilUs);
      if (one !== undefined) news.push({ part: key, ...one });
    }
    return news;
  }

  /** Forgets what was announced, because whatever sounded has been silenced; the next call begins in the middle of the loops. */
  forget(): void {
    this.#parts.clear();
  }
}

function advance(
  announced: Announced,
  spans: readonly LoopSpan[],
  nowUs: number,
  untilUs: number,
): Omit<PartNews, 'part'> | undefined {
  const before = announced.spans;
  announced.spans = spans;
  const isChanged = before !== undefined && before !== spans;
  const correction = isChanged ? takeBack(announced, spans, nowUs, { isOver: false }) : undefined;
  if (!isChanged) settle(announced, nowUs);
  const begun = before === undefined ? at(announced.untilUs, settingsOfSpans(spans, announced.untilUs)) : [];
  const more = announced.untilUs < untilUs ? eventsOfSpans(spans, announced.untilUs, untilUs) : [];
  announced.untilUs = Math.max(announced.untilUs, untilUs);
  announced.waiting.push(...begun, ...more);
  const events = [...begun, ...(correction?.events ?? []), ...more];
  if (events.length === 0 && correction === undefined) return undefined;
  return { voidFromUs: correction?.voidFromUs, events };
}

/** Replaces what was announced and is wrong now; undefined if nothing is. */
function takeBack(
  announced: Announced,
  spans: readonly LoopSpan[],
  nowUs: number,
  { isOver }: { readonly isOver: boolean },
): Omit<PartNews, 'part'> | undefined {
  const firmUs = Math.min(nowUs + settledUs, announced.untilUs);
  settle(announced, firmUs);
  const wanted = eventsOfSpans(spans, firmUs, announced.untilUs);
  const same = countSame(announced.waiting, wanted);
  const isAllSame = same === announced.waiting.length && same === wanted.length;
  const times = [announced.waiting[same]?.timeUs, wanted[same]?.timeUs].filter((timeUs) => timeUs !== undefined);
  const voidFromUs = isAllSame || isOver ? firmUs : Math.min(...times);
  const kept = wanted.filter(({ timeUs }) => timeUs < voidFromUs);
  const sounding = endingOfSpans(spans, voidFromUs);
  const hanging = endingOf([...announced.past, ...kept.map(({ data }) => data)]).filter(
    (ending) => !sounding.some((other) => isSameData(ending, other)),
  );
  if (isAllSame && hanging.length === 0 && !isOver) return undefined;
  const events = [...at(voidFromUs, [...hanging, ...settingsOfSpans(spans, voidFromUs)]), ...wanted.slice(kept.length)];
  announced.waiting = [...kept, ...events];
  return { voidFromUs, events };
}

/** Counts what is due before a time as past. */
function settle(announced: Announced, nowUs: number): void {
  const due = announced.waiting.findIndex(({ timeUs }) => timeUs >= nowUs);
  const past = announced.waiting.splice(0, due < 0 ? announced.waiting.length : due);
  if (past.length === 0) return;
  announced.past.push(...past.map(({ data }) => data));
  if (endingOf(announced.past).length === 0) announced.past = [];
}

function endingEvents({ past, waiting }: Announced, nowUs: number): TimedEvent[] {
  return at(nowUs, endingOf([...past, ...waiting.map(({ data }) => data)]));
}

function countSame(some: readonly TimedEvent[], others: readonly TimedEvent[]): number {
  const differs = some.findIndex(({ timeUs, data }, index) => {
    const other = others[index];
    return other?.timeUs !== timeUs || !isSameData(data, other.data);
  });
  return differs < 0 ? some.length : differs;
}

function isSameData(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
