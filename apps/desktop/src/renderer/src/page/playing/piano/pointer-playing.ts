import { toLocalUs } from '../../../contract/local-time.ts';
import type { Performer } from '../../../contract/performer.ts';
import type { KeyboardView } from './keyboard-view.ts';
import { blackKeyDepth, type KeyboardPoint, keyOf, keysPassed, noteAt } from './piano-keys.ts';

/**
 * Plays the piano by mouse, pen and any number of fingers: pressing plays, sliding changes the key, and losing the
 * pointer ends its note. Returns a function that stops it.
 * @param viewOf returns the visible part of the keyboard.
 * @param velocityOf the velocity of a place on a key, from 0 at its top to 1
 */
export function playByPointer(
  piano: HTMLElement,
  performer: Performer,
  viewOf: () => KeyboardView,
  velocityOf = velocityAt,
): () => void {
  /** The note under each pressed pointer. */
  const fingers = new Map<number, number>();
  /** The last place of each pressed pointer. */
  const places = new Map<number, KeyboardPoint & { readonly timeUs: number }>();

  const place = (event: PointerEvent) => {
    const box = piano.getBoundingClientRect();
    const y = Math.min(1, Math.max(0, (event.clientY - box.top) / box.height));
    const { left, width } = viewOf();
    return { x: left + ((event.clientX - box.left) / box.width) * width, y, timeUs: toLocalUs(event.timeStamp) };
  };
  const lift = (pointerId: number, timeUs: number) => {
    const note = fingers.get(pointerId);
    if (note === undefined) return;
    fingers.delete(pointerId);
    // Another finger may hold the same key.
    if (![...fingers.values()].includes(note)) performer.noteOff('pointer', note, timeUs);
  };
  const strike = (pointerId: number, note: number | undefined, y: number, timeUs: number) => {
    if (note === fingers.get(pointerId)) return;
    lift(pointerId, timeUs);
    if (note === undefined) return;
    const isHeld = [...fingers.values()].includes(note);
    fingers.set(pointerId, note);
    const depth = keyOf(note)?.black ? y / blackKeyDepth : y;
    if (!isHeld) performer.noteOn('pointer', note, velocityOf(depth), timeUs);
  };
  const press = (event: PointerEvent) => {
    const here = place(event);
    places.set(event.pointerId, here);
    strike(event.pointerId, noteAt(here.x, here.y), here.y, here.timeUs);
  };
  /** Plays every key between the last place and this one, each when the finger was there. */
  const slide = (event: PointerEvent) => {
    const here = place(event);
    const before = places.get(event.pointerId);
    places.set(event.pointerId, here);
    if (before === undefined) return;
    for (const { note, at, y } of keysPassed(before, here)) {
      strike(event.pointerId, note, y, Math.round(before.timeUs + (here.timeUs - before.timeUs) * at));
    }
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
    for (const step of steps.length > 0 ? steps : [event]) slide(step);
  };
  const up = (event: PointerEvent) => {
    places.delete(event.pointerId);
    lift(event.pointerId, toLocalUs(event.timeStamp));
  };
  const ignore = (event: Event) => event.preventDefault();

  piano.addEventListener('pointerdown', down);
  piano.addEventListener('pointermove', move);
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) piano.addEventListener(end, up);
  // Touching a key does not focus it; tabbing to it does.
  for (const unwanted of ['mousedown', 'contextmenu'] as const) piano.addEventListener(unwanted, ignore);
  const releaseAll = onReleasesLost(() => {
    fingers.clear();
    places.clear();
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
