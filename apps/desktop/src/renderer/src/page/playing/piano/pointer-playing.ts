import { toLocalUs } from '../../../contract/local-time.ts';
import type { Performer } from '../../../contract/performer.ts';
import { velocityAt } from '../velocity.ts';
import type { KeyboardView } from './keyboard-view.ts';
import { blackKeyDepth, keyOf, noteAt } from './piano-keys.ts';

/**
 * Plays the piano by mouse, pen and any number of fingers: down plays, moving slides from key to key, and whatever takes a
 * pointer away ends its note. Returns what ends it.
 * @param viewOf the part of the keyboard in sight.
 */
export function playByPointer(piano: HTMLElement, performer: Performer, viewOf: () => KeyboardView): () => void {
  /** The note under each pointer that is down. */
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
    // Who plays is done typing: the letters are theirs again.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // A finger is captured by the key it lands on; the whole piano wants to hear where it slides.
    piano.setPointerCapture(event.pointerId);
    press(event);
  };
  const move = (event: PointerEvent) => {
    if (!piano.hasPointerCapture(event.pointerId)) return;
    const steps = event.getCoalescedEvents?.() ?? [];
    // A quick glissando passes several keys between two frames.
    for (const step of steps.length > 0 ? steps : [event]) press(step);
  };
  const up = (event: PointerEvent) => lift(event.pointerId, toLocalUs(event.timeStamp));
  const ignore = (event: Event) => event.preventDefault();

  piano.addEventListener('pointerdown', down);
  piano.addEventListener('pointermove', move);
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) piano.addEventListener(end, up);
  // A key that is touched does not take the focus; tabbing to it does.
  for (const unwanted of ['mousedown', 'contextmenu'] as const) piano.addEventListener(unwanted, ignore);
  const loseAll = onPlayersGone(() => {
    fingers.clear();
    performer.release('pointer');
  });
  return () => {
    piano.removeEventListener('pointerdown', down);
    piano.removeEventListener('pointermove', move);
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) piano.removeEventListener(end, up);
    for (const unwanted of ['mousedown', 'contextmenu'] as const) piano.removeEventListener(unwanted, ignore);
    loseAll();
    performer.release('pointer');
  };
}

/** Calls back when key-ups and pointer-ups may get lost: the window lost the focus or is out of sight. */
export function onPlayersGone(gone: () => void): () => void {
  const hidden = () => {
    if (document.hidden) gone();
  };
  window.addEventListener('blur', gone);
  document.addEventListener('visibilitychange', hidden);
  return () => {
    window.removeEventListener('blur', gone);
    document.removeEventListener('visibilitychange', hidden);
  };
}
