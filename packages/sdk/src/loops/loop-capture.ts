import { isNoteOff, isNoteOn, midiController, midiStatus, type TimedEvent } from '@roomtone/protocol';
import type { LoopEvent } from './loop-types.ts';

export interface CaptureSettings {
  /** The position of a time, in ticks from the beginning of the recording, not rounded; negative before it. */
  readonly tickOf: (timeUs: number) => number;
  readonly lengthTicks: number;
  /** How many times around were played, one on top of the other; default 1. What was played later is left out. */
  readonly passes?: number;
  /** Moves the beginnings of notes to the nearest multiple of this many ticks; their lengths stay. Absent: as played. */
  readonly gridTicks?: number;
  /** The most events; continuous controllers are left out first, then the last notes. */
  readonly maxEvents?: number;
}

/** Somebody who means the first beat is often early: up to a sixteenth counts as on it. */
const earlyTicks = 120;
/** As early as this before the end, a note is meant for the beginning of the next time around. */
const lateTicks = 40;
/** The shortest note, which a grid must not swallow. */
const shortestTicks = 15;
/** Continuous controllers are kept once in this many ticks, 1/128 of a bar of four beats. */
const thinnedTicks = 15;

interface Note {
  readonly tick: number;
  readonly on: Uint8Array;
  readonly off: Uint8Array;
  untilTick: number;
}

/**
 * Makes the events of a loop from what somebody played, in order of time. The state of controllers that were moved before the
 * beginning comes first. A note that rings over the end of the loop is cut there, because it begins anew the next time around.
 */
export function captured(events: readonly TimedEvent[], settings: CaptureSettings): LoopEvent[] {
  const { tickOf, lengthTicks, passes = 1, gridTicks, maxEvents = Number.POSITIVE_INFINITY } = settings;
  const open = new Map<number, Note>();
  const notes: Note[] = [];
  const before = new Map<number, Uint8Array>();
  const controls: LoopEvent[] = [];
  const lastTicks = new Map<number, number>();
  const endTicks = passes * lengthTicks;
  for (const { timeUs, data } of events) {
    const [status = 0, first = 0, second = 0] = data;
    const tick = tickOf(timeUs);
    const key = ((status & 0x0f) << 8) | first;
    if (isNoteOn(status, second)) {
      close(open, key, tick);
      if (tick < -earlyTicks || tick >= endTicks) continue;
      const off = Uint8Array.of(midiStatus.noteOff | (status & 0x0f), first, 64);
      const note = { tick: Math.max(0, tick), on: data, off, untilTick: endTicks };
      open.set(key, note);
      notes.push(note);
    } else if (isNoteOff(status, second)) close(open, key, tick);
    else if (isKept(status, first)) {
      const control = (status << 8) | ((status & 0xf0) === midiStatus.controlChange ? first : 0);
      if (tick < 0) before.set(control, data);
      else if (tick < endTicks && isNews(lastTicks, control, tick, first)) {
        controls.push({ tick: Math.floor(tick) % lengthTicks, data });
      }
    }
  }
  const settled = notes.flatMap((note) => placed(note, lengthTicks, gridTicks));
  const whole = withoutDoubles(settled, lengthTicks).slice(0, Math.floor(maxEvents / 2));
  const room = maxEvents - 2 * whole.length;
  const opening = [...before.values()].filter(isMoved).map((data) => ({ tick: 0, data }));
  const kept = [...opening, ...controls].slice(0, Math.max(0, room));
  const played = whole.flatMap(({ tick, untilTick, on, off }) => [
    { tick, data: on },
    { tick: untilTick, data: off },
  ]);
  return [...kept, ...played].toSorted((a, b) => a.tick - b.tick || rank(a) - rank(b));
}

/** How many bars a recording has that is ended at this position: the nearest number, at least one and at most `maxBars`. */
export function barsAt(tick: number, ticksPerBar: number, maxBars: number): number {
  return Math.min(maxBars, Math.max(1, Math.round(tick / ticksPerBar)));
}

function close(open: Map<number, Note>, key: number, tick: number): void {
  const note = open.get(key);
  if (note === undefined) return;
  note.untilTick = tick;
  open.delete(key);
}

/** A note in its place within the loop; none if its place was before the beginning. */
function placed(note: Note, lengthTicks: number, gridTicks: number | undefined): Note[] {
  const ticks = Math.max(shortestTicks, Math.round(note.untilTick - note.tick));
  if (note.untilTick <= 0) return [];
  let tick =
    Math.round(gridTicks === undefined ? note.tick : Math.round(note.tick / gridTicks) * gridTicks) % lengthTicks;
  if (lengthTicks - tick <= lateTicks) tick = 0;
  return [{ ...note, tick, untilTick: Math.min(lengthTicks, tick + ticks) }];
}

/** Ends a note where the same key is struck again, and keeps one of two strikes that the beginning has brought together. */
function withoutDoubles(notes: readonly Note[], lengthTicks: number): Note[] {
  const sorted = notes.toSorted((a, b) => a.tick - b.tick);
  return sorted.filter((note, index) => {
    const next = sorted.slice(index + 1).find(({ off }) => off[0] === note.off[0] && off[1] === note.off[1]);
    if (next === undefined) return true;
    note.untilTick = Math.min(note.untilTick, next.tick, lengthTicks);
    return next.tick - note.tick > (note.tick === 0 ? lateTicks : 1);
  });
}

function isKept(status: number, controller: number): boolean {
  const kind = status & 0xf0;
  return (
    kind === midiStatus.pitchBend || (kind === midiStatus.controlChange && controller < midiController.allSoundOff)
  );
}

/** True for a pedal always, and for a continuous controller once in a while. */
function isNews(lastTicks: Map<number, number>, control: number, tick: number, controller: number): boolean {
  const isSwitch = control >> 12 === 0xb && controller >= 64 && controller < 70;
  const last = lastTicks.get(control);
  if (!isSwitch && last !== undefined && tick - last < thinnedTicks) return false;
  lastTicks.set(control, tick);
  return true;
}

/** True if a controller's value differs from where it rests. */
function isMoved(data: Uint8Array): boolean {
  const [status = 0, first = 0, second = 0] = data;
  if ((status & 0xf0) === midiStatus.pitchBend) return second !== 64 || first !== 0;
  if (first === midiController.volume) return second !== 100;
  if (first === midiController.pan) return second !== 64;
  return first === midiController.expression ? second !== 127 : second !== 0;
}

/** At the same tick: what ends first, then controllers, then what begins. */
function rank({ data: [status = 0, , second = 0] }: LoopEvent): number {
  if (isNoteOff(status, second)) return 0;
  return isNoteOn(status, second) ? 2 : 1;
}
