import { expect, test } from 'vitest';
import { resumeByGesture } from './resume-by-gesture.ts';

/** Like a browser's: runs only if asked during a gesture, and leaves any other call pending for good. */
class FakeContext {
  state: AudioContextState = 'suspended';
  readonly #isGesture: () => boolean;
  constructor(isGesture: () => boolean) {
    this.#isGesture = isGesture;
  }
  resume(): Promise<void> {
    if (!this.#isGesture()) return new Promise(() => {});
    this.state = 'running';
    return Promise.resolve();
  }
}

test.each(['pointerup', 'touchend', 'click', 'keydown'])(
  'a context that a call outside a gesture left pending runs at the next %s, and again after an interruption',
  (gesture) => {
    const page = new EventTarget();
    let current = '';
    const context = new FakeContext(() => current === gesture);
    const happen = (type: string) => {
      current = type;
      page.dispatchEvent(new Event(type));
      current = '';
    };
    const stop = resumeByGesture(context, page);
    happen('pointerdown');
    expect(context.state).toBe('suspended');
    happen(gesture);
    expect(context.state).toBe('running');

    context.state = 'interrupted';
    happen(gesture);
    expect(context.state).toBe('running');

    stop();
    context.state = 'suspended';
    happen(gesture);
    expect(context.state).toBe('suspended');
  },
);
