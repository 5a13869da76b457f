import type { Locator, Page } from '@playwright/test';
import { allOrFirst } from '../../../testing/long-runs.ts';
import { expectNoOverflow } from './accessibility.ts';
import { arrive, arriveInNewRoom } from './arrivals.ts';
import { expectInside, expectLit } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

/** Makes the browser refuse to transfer data channels, as Firefox does. */
const keepChannels = () => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message: unknown, options?: Transferable[] | StructuredSerializeOptions) {
    const transfer = Array.isArray(options) ? options : (options?.transfer ?? []);
    if (transfer.some((each) => each instanceof RTCDataChannel)) throw new DOMException('no', 'DataCloneError');
    post.call(this, message, { transfer });
  };
};

async function counter(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

const received = (url: string) => counter(url, 'roomtone_datagrams_received_total');
const sent = (url: string) => counter(url, 'roomtone_datagrams_sent_total');

/** A figure in a part of the timing panel, which is open. */
const figure = (part: Locator, name: string) =>
  part.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');

const own = (page: Page) =>
  page.locator('.timing-panel section').filter({ has: page.getByRole('heading', { name: 'Your connection' }) });

const others = (page: Page) => page.getByRole('list', { name: 'Each player' });

for (const kind of allOrFirst(['transfers', 'keeps'] as const)) {
  test(
    `R17.3, R17.14: notes between two browsers go by datagrams, too, where the page ${kind} its data channels`,
    longRunsOnly,
    async ({ server, testPlayer }) => {
      const [mara, teo] = [await testPlayer(), await testPlayer({ viewport: { width: 390, height: 844 } })];
      if (kind === 'keeps') for (const page of [mara, teo]) await page.addInitScript(keepChannels);
      const link = await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Second path' });
      await arrive(teo, link, newName('teo'));
      await expectInside(teo, 'Second path');
      for (const page of [mara, teo]) {
        await page.locator('.timing').click();
        await expect(figure(own(page), 'Second path for notes')).toHaveText('in use');
        await page.keyboard.press('Escape');
      }
      for (const [player, other] of [[mara, teo] as const, [teo, mara] as const]) {
        await player.getByRole('heading', { name: 'Second path' }).click();
        const before = { received: await received(server.url), sent: await sent(server.url) };
        await player.keyboard.down('KeyA');
        await expectLit(other, [60]);
        await player.keyboard.up('KeyA');
        await expectLit(other, []);
        // Its renderings may be a second old.
        await expect.poll(() => received(server.url)).toBeGreaterThanOrEqual(before.received + 2);
        await expect.poll(() => sent(server.url)).toBeGreaterThanOrEqual(before.sent + 2);
      }
      for (const page of [mara, teo]) {
        await page.locator('.timing').click();
        for (const part of [own(page), others(page)]) {
          // Ready once nothing has been lost for 30 s, which a slow test takes.
          await expect(figure(part, 'Second path for notes')).toHaveText(/^(in use|ready)$/);
          await expect(figure(part, 'Packets lost on it')).toHaveText(/^\d+\.\d%$/);
          await expect(figure(part, 'Repaired by the first path')).toHaveText(/^\d+$/);
        }
        await expect(figure(own(page), 'Times it was faster')).toHaveText(/^\d+$/);
        await figure(others(page), 'Repaired by the first path').scrollIntoViewIfNeeded();
        await expectNoOverflow(page);
      }
      await mara.screenshot({ path: `${artifacts}/second-path.png` });
      await teo.screenshot({ path: `${artifacts}/second-path-narrow.png` });
    },
  );
}
