import { afterEach, expect, it, vi } from 'vitest';
import { ScreenLock } from './screen-lock.ts';

/** A page and a screen, as far as a wake lock sees them. */
function makeScreen(refuses = false) {
  const locks: { released: boolean; release(): Promise<void> }[] = [];
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  const request = async () => {
    if (refuses) throw new DOMException('The battery is low.', 'NotAllowedError');
    const lock = {
      released: false,
      async release() {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock as unknown as WakeLockSentinel;
  };
  const show = (isShown: boolean) => {
    page.hidden = !isShown;
    // Browsers release the lock of a page that nobody sees.
    if (!isShown) for (const lock of locks) lock.released = true;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  const isOn = () => locks.some(({ released }) => !released);
  return { lock: new ScreenLock({ request }), locks, show, isOn };
}

afterEach(() => vi.unstubAllGlobals());

it('the screen stays on while that is wanted, and again when the page comes back to the front', async () => {
  const { lock, locks, show, isOn } = makeScreen();
  lock.keep(true);
  await expect.poll(isOn).toBe(true);
  show(false);
  expect(isOn()).toBe(false);
  show(true);
  await expect.poll(isOn).toBe(true);
  expect(locks).toHaveLength(2);
  lock.keep(false);
  await expect.poll(isOn).toBe(false);
});

it('a change of mind during a request is not lost, and asks only once', async () => {
  const { lock, locks, isOn } = makeScreen();
  for (const wanted of [true, false, true, false]) lock.keep(wanted);
  await expect.poll(() => locks.length).toBe(1);
  await expect.poll(isOn).toBe(false);
  lock.keep(true);
  await expect.poll(isOn).toBe(true);
});

it('a device that refuses is asked again only when something changes', async () => {
  const { lock, locks } = makeScreen(true);
  lock.keep(true);
  await Promise.resolve();
  lock.keep(true);
  expect(locks).toEqual([]);
});
