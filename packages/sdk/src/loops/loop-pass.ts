import { forEachEvent, HeldNotes, midiController, midiStatus } from '@roomtone/protocol';
import type { LoopEvent } from './loop-types.ts';

/** The events that one part of a loop plays each time around. */
export interface LoopPass {
  readonly lengthTicks: number;
  /**
   * In order of time. All keys and pedals are up at the end: what is still held there is released at `lengthTicks`, before
   * anything at tick 0 of the next time around.
   */
  readonly events: readonly LoopEvent[];
}

/**
 * Makes a pass of a part's events: those after its end are left out, and what is held at the end is released there.
 * @param events in any order; events at the same tick keep theirs.
 */
export function passOf(events: readonly LoopEvent[], lengthTicks: number): LoopPass {
  const played = events.filter(({ tick }) => tick >= 0 && tick < lengthTicks).toSorted((a, b) => a.tick - b.tick);
  const ending = endingOf(played.map(({ data }) => data)).map((data) => ({ tick: lengthTicks, data }));
  return { lengthTicks, events: [...played, ...ending] };
}

/** The events that end a pass within it, as `endingOf` does; events at the tick itself have not happened yet. */
export function endingAt({ events }: LoopPass, tick: number): Uint8Array[] {
  return endingOf(events.filter((event) => event.tick < tick).map(({ data }) => data));
}

/**
 * The messages that bring an instrument into the state at a tick of a pass, without notes: those that sound already are heard from their
 * next beginning on.
 */
export function settingsAt({ events }: LoopPass, tick: number): Uint8Array[] {
  const latest = new Map<number, Uint8Array>();
  for (const { tick: at, data } of events) {
    if (at >= tick) break;
    const [status = 0, first = 0] = data;
    const kind = status & 0xf0;
    if (kind === midiStatus.controlChange && first < midiController.allSoundOff)
      latest.set((status << 8) | first, data);
    else if (kind === midiStatus.programChange || kind === midiStatus.pitchBend) latest.set(status << 8, data);
  }
  return [...latest.values()];
}

/** The messages that lift the keys and pedals that these events hold, and set back the controllers that they moved. */
export function endingOf(messages: Iterable<Uint8Array>): Uint8Array[] {
  const held = new HeldNotes();
  const moved = new Map<number, Uint8Array>();
  for (const data of messages) {
    held.feed(data);
    const restoring = restoringOf(data[0] ?? 0, data[1] ?? 0);
    if (restoring === undefined) continue;
    const key = ((restoring[0] ?? 0) << 8) | (isBend(restoring) ? 0 : (restoring[1] ?? 0));
    if (restoring.every((byte, at) => byte === data[at])) moved.delete(key);
    else moved.set(key, restoring);
  }
  return [...messagesOf(held.release()), ...moved.values()];
}

/** Raw MIDI as one message for each event. */
function messagesOf(data: Uint8Array): Uint8Array[] {
  const starts: number[] = [];
  forEachEvent(data, (_status, _first, _second, _index, position) => starts.push(position));
  return starts.map((start, index) => data.slice(start, starts[index + 1] ?? data.length));
}

/** Pedals are lifted, and banks belong to the program, which stays. */
const kept: readonly number[] = [
  midiController.sustain,
  midiController.sostenuto,
  midiController.soft,
  midiController.bankMsb,
  midiController.bankLsb,
];

function isBend([status = 0]: Uint8Array): boolean {
  return (status & 0xf0) === midiStatus.pitchBend;
}

/** The message that sets back what an event moved; undefined for notes, programs, banks and pedals. */
function restoringOf(status: number, controller: number): Uint8Array | undefined {
  const channel = status & 0x0f;
  const kind = status & 0xf0;
  if (kind === midiStatus.pitchBend) return Uint8Array.of(status, 0, 64);
  if (
    kind !== midiStatus.controlChange ||
    kept.includes(controller) ||
    (controller >= midiController.allSoundOff && controller !== midiController.resetControllers)
  ) {
    return undefined;
  }
  const control = midiStatus.controlChange | channel;
  // "Reset all controllers" leaves these two alone.
  if (controller === midiController.volume) return Uint8Array.of(control, controller, 100);
  if (controller === midiController.pan) return Uint8Array.of(control, controller, 64);
  return Uint8Array.of(control, midiController.resetControllers, 0);
}
