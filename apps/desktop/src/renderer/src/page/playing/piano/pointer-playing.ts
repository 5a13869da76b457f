import { toLocalUs } from '../../../contract/local-time.ts';
import type { Performer } from '../../../contract/performer.ts';
import type { KeyboardView } from './keyboard-view.ts';
import { blackKeyDepth, keyOf, noteAt } from './piano-keys.ts';

/**
 * Plays the piano by mouse, pen and any number of fingers: pressing plays, sliding changes the key, and losing the
 * pointer ends its note. Returns a function that stops it.
 * @param viewOf returns the visible part of the keyboard.
 */
export function playByPointer(piano: HTMLElement, performer: Performer, viewOf: () => KeyboardView): () => void {
  /** The note under each pressed pointer. */
  const fingers = new Map<number, number>();

  const place = (event: PointerEvent) => {
    const box = piano.getBoundingClientRect();
    const y = (event.clientY - box.top) / box.height;
    const { left, width } = viewOf();
    const x = left + ((event.clientX - box.left) / box.width) * width;
    return { note: noteAt(x, Math.min(1, Math.max(0, y))), y };
  };
  const lift = (pointerId: number, timeUs: number) => {
    const note = fingers.get(pointerId);
    if (note === undefined) return;
    fingers.delete(pointerId);
    // Another finger may hold the same key.
    if (![...fingers.values()].includes(note)) performer.noteOff('pointer', note, timeUs);
  };
  const press = (event: PointerEvent) => {
    const { note, y } = place(event);
    const timeUs = toLocalUs(event.timeStamp);
    if (note === fingers.get(event.pointerId)) return;
    lift(event.pointerId, timeUs);
    if (note === undefined) return;
    const isHeld = [...fingers.values()].includes(note);
    fingers.set(event.pointerId, note);
    const depth = keyOf(note)?.black ? y / blackKeyDepth : y;
    if (!isHeld) performer.noteOn('pointer', note, velocityAt(depth), timeUs);
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    // A user who plays has finished typing: the letter keys play notes again.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // Touch captures the pointer on the key where it lands; the piano must get the events when it slides to other keys.
    piano.setPointerCapture(event.pointerId);
    press(event);
  };
  const move = (event: PointerEvent) => {
    if (!piano.hasPointerCapture(event.pointerId)) return;
    const steps = event.getCoalescedEvents?.() ?? [];
    // A fast glissando passes several keys between two frames.
    for (const step of steps.length > 0 ? steps : [event]) press(step);
  };
  const up = (event: PointerEvent) => lift(event.pointerId, toLocalUs(event.timeStamp));
  const ignore = (event: Event) => event.preventDefault();

  piano.addEventListener('pointerdown', down);
  piano.addEventListener('pointermove', move);
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) piano.addEventListener(end, up);
  // Touching a key does not focus it; tabbing to it does.
  for (const unwanted of ['mousedown', 'contextmenu'] as const) piano.addEventListener(unwanted, ignore);
  const releaseAll = onReleasesLost(() => {
    fingers.clear();
    performer.release('pointer');
  });
  return () => {
    piano.removeEventListener('pointerdown', down);
    piano.removeEventListener('pointermove', move);
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) piano.removeEventListener(end, up);
    for (const unwanted of ['mousedown', 'contextmenu'] as const) piano.removeEventListener(unwanted, ignore);
    releaseAll();
    performer.release('pointer');
  };
}

/** Calls back when releases of keys and pointers may be lost, because the window lost the focus or was hidden. */
export function onReleasesLost(lost: () => void): () => void {
  const hidden = () => {
    if (document.hidden) lost();
  };
  window.addEventListener('blur', lost);
  document.addEventListener('visibilitychange', hidden);
  return () => {
    window.removeEventListener('blur', lost);
    document.removeEventListener('visibilitychange', hidden);
  };
}

const softest = 34;
const hardest = 122;

/** The velocity of a pointer on a key: soft near the top, hard near the front edge. `depth` is 0 (top) to 1. */
export function velocityAt(depth: number): number {
  const bounded = Math.min(1, Math.max(0, depth));
  return Math.round(softest + (hardest - softest) * bounded);
}
