import { setTimeout as passed } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expectPiano, openRoom, signUp } from '../e2e/stories.ts';
import { test } from '../e2e/test-players.ts';
import { plugIn } from '../e2e/web-midi.ts';
import { animate, type Film } from './animation.ts';
import { bass, heldSteps, lastStep, messagesAt, piano, stepMs } from './piece.ts';

const viewport = { width: 1080, height: 680 };

test('the animation of the README: two people play', async ({ server, testPlayer }) => {
  test.setTimeout(300_000);
  const [mara, teo] = await Promise.all([
    testPlayer({ viewport, promptSound: true }),
    testPlayer({ viewport, promptSound: true }),
  ]);
  const keyboards = [await plugIn(mara, 'Launchkey Mini MK3'), await plugIn(teo, 'KeyStep 37')] as const;
  for (const page of [mara, teo]) {
    await page.addInitScript(() => Reflect.deleteProperty(AudioContext.prototype, 'playbackStats'));
  }
  await mara.goto(server.url);
  await signUp(mara, 'Mara');
  const link = await openRoom(mara, 'Late four hands');
  await teo.goto(link);
  await signUp(teo, 'Teo');
  for (const page of [mara, teo]) {
    await page.getByRole('button', { name: 'Hide first steps' }).click();
    await page.getByRole('button', { name: 'Connect a MIDI keyboard' }).click();
    await page.keyboard.press('KeyA');
    await expectPiano(page);
    const hideChat = page.getByRole('button', { name: 'Hide chat' });
    if (await hideChat.isVisible()) await hideChat.click();
    await page.getByRole('heading', { name: 'Late four hands' }).click();
  }
  const films = await Promise.all([film(mara), film(teo)]);
  const startMs = performance.now();
  for (let step = 0; step <= lastStep + heldSteps; step++) {
    await passed(Math.max(0, startMs + step * stepMs - performance.now()));
    for (const message of messagesAt(piano, step)) await keyboards[0].send(...message);
    for (const message of messagesAt(bass, step)) await keyboards[1].send(...message);
  }
  await animate(await Promise.all(films.map((end) => end())), 'docs/images/together.webp');
});

/** Records what the page draws; returns a function that ends it. */
async function film(page: Page): Promise<() => Promise<Film>> {
  const frames: { atMs: number; jpeg: Buffer }[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ atMs: (metadata.timestamp ?? 0) * 1_000, jpeg: Buffer.from(data, 'base64') });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 92 });
  return async () => {
    await session.send('Page.stopScreencast');
    return frames;
  };
}
