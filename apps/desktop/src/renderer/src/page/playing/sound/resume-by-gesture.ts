/**
 * Every event that may be a user gesture: browsers differ in which of them is one, and a finger's `pointerdown` never is,
 * only its end.
 */
const gestures = ['pointerdown', 'pointerup', 'touchend', 'click', 'keydown'] as const;

/** Calls back at everything that may be a user gesture, until the returned function is called. */
export function onGesture(act: () => void, target: EventTarget = window): () => void {
  for (const gesture of gestures) target.addEventListener(gesture, act, { capture: true });
  return () => {
    for (const gesture of gestures) target.removeEventListener(gesture, act, { capture: true });
  };
}

/**
 * Resumes the context at every gesture at which it does not run, until the returned function is called. A call outside a gesture
 * stays pending for good, so one that was made before says nothing.
 */
export function resumeByGesture(
  context: Pick<AudioContext, 'state' | 'resume'>,
  target: EventTarget = window,
): () => void {
  return onGesture(() => {
    // Rejected where this was no gesture, and by a closed context.
    if (context.state !== 'running') context.resume().catch(() => {});
  }, target);
}
