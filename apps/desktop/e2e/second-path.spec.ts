import type { Page } from '@playwright/test';
import { expectInside, expectLit, openRoom, signUp } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';

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

/** A figure of the timing panel, which is open. */
const figure = (page: Page, name: string) =>
  page.locator('.timing-panel').getByText(name, { exact: true }).locator('xpath=following-sibling::dd');

for (const kind of ['transfers', 'keeps'] as const) {
  test(`R17.3: notes between two browsers go by datagrams, too, where the page ${kind} its data channels`, async ({
    server,
    testPlayer,
  }) => {
    const [mara, teo] = [await testPlayer(), await testPlayer({ viewport: { width: 390, height: 844 } })];
    if (kind === 'keeps') for (const page of [mara, teo]) await page.addInitScript(keepChannels);
    await mara.goto(server.url);
    await signUp(mara, newName('mara'));
    const link = await openRoom(mara, 'Second path');
    await teo.goto(link);
    await signUp(teo, newName('teo'));
    await expectInside(teo, 'Second path');
    for (const page of [mara, teo]) {
      await page.locator('.timing').click();
      await expect(figure(page, 'Second path for notes')).toHaveText('in use');
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
      await expect(figure(page, 'Packets lost on it')).toHaveText(/^\d+\.\d%$/);
      await expect(figure(page, 'Times it was faster')).toHaveText(/^\d+$/);
      await figure(page, 'Times it was faster').scrollIntoViewIfNeeded();
    }
    await mara.screenshot({ path: `${artifacts}/second-path.png` });
    await teo.screenshot({ path: `${artifacts}/second-path-narrow.png` });
  });
}
