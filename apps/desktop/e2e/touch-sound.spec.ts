import type { CDPSession, Page } from '@playwright/test';
import { allOrFirst } from '../../../testing/long-runs.ts';
import { wholeChromium } from './chromium.ts';
import { openRoom, signUp } from './stories.ts';
import { expect, newName, test } from './test-players.ts';

// As phones do it: no page makes sound before a gesture, and a finger's touch is one only when it ends.
test.use({
  launchOptions: {
    ...wholeChromium,
    args: [...(wholeChromium.args ?? []), '--autoplay-policy=document-user-activation-required'],
  },
});

const phone = { viewport: { width: 390, height: 844 }, touch: true } as const;

test('the first touch turns the sound on however long it is, on the first screen, in practice and in a room', async ({
  server,
  testPlayer,
}) => {
  const mara = await testPlayer(phone);
  await mara.goto(server.url);
  await signUp(mara, newName('mara'));
  const room = await openRoom(mara, 'Touch');
  await expectTouchToSound(mara, room, '.room h1', [200, 60, 120, 400]);
  await expectTouchToSound(mara, `${server.url}/practice`, '.room h1', [400, 60, 120, 200]);
  const newcomer = await testPlayer(phone);
  await expectTouchToSound(newcomer, server.url, '.still-keys[data-playable] [data-note="60"]', [60, 120, 200, 400]);
});

/**
 * Opens the address in a new page for each length of touch, because a page that was touched once may make sound.
 * @param heldMs shorter and longer than it takes to start the sound.
 */
async function expectTouchToSound(player: Page, address: string, target: string, heldMs: number[]): Promise<void> {
  for (const ms of allOrFirst(heldMs)) {
    const page = await player.context().newPage();
    await page.addInitScript(() => {
      const made: AudioContext[] = [];
      globalThis.AudioContext = class extends AudioContext {
        constructor(options?: AudioContextOptions) {
          super(options);
          made.push(this);
        }
      };
      globalThis.roomtoneAudioStates = () => made.map(({ state }) => state);
    });
    await page.goto(address);
    const session = await page.context().newCDPSession(page);
    const [x, y] = await middleOf(session, target);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    // The length of the touch is what is tested.
    await new Promise((resolve) => setTimeout(resolve, ms));
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect
      .poll(() => read(session, 'roomtoneAudioStates()'), `after ${ms} ms at ${address}`)
      .toEqual(['running']);
    await expect(page.getByRole('button', { name: 'Turn on sound' })).toHaveCount(0);
    await page.close();
  }
}

async function middleOf(session: CDPSession, selector: string): Promise<[number, number]> {
  const box = `document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect()`;
  const middle = `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${box} ?? {})`;
  let found: unknown;
  await expect
    .poll(async () => {
      found = await read(session, middle);
      return found;
    })
    .toEqual([expect.any(Number), expect.any(Number)]);
  return found as [number, number];
}

/** Unlike what Playwright evaluates in a page, this does not count as a gesture there. */
async function read(session: CDPSession, expression: string): Promise<unknown> {
  return (await session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
}
