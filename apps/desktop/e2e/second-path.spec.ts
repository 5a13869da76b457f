import type { Page } from '@playwright/test';
import { expectInside, expectLit, openRoom, signUp } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';

/** Counts the data channels transferred to workers, or makes the browser refuse to, as Firefox does. */
const watchTransfers = (canTransfer: boolean) => {
  globalThis.roomtoneTransferred = 0;
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, transfer: Transferable[] = []) {
    const hasChannel = transfer.some((each) => each instanceof RTCDataChannel);
    if (hasChannel && !canTransfer) throw new DOMException('This browser keeps its channels.', 'DataCloneError');
    post.call(this, message, transfer);
    if (hasChannel) globalThis.roomtoneTransferred += 1;
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

/** Enough that the reports of both sides, one every 2 s, cannot be mistaken for notes. */
const presses = 20;

test('R13: notes between two browsers go by datagrams, too, also where a browser cannot transfer a data channel', async ({
  server,
  testPlayer,
}) => {
  const [mara, teo] = [await testPlayer(), await testPlayer({ viewport: { width: 390, height: 844 } })];
  await mara.addInitScript(watchTransfers, true);
  await teo.addInitScript(watchTransfers, false);
  await mara.goto(server.url);
  await signUp(mara, newName('mara'));
  const link = await openRoom(mara, 'Second path');
  await teo.goto(link);
  await signUp(teo, newName('teo'));
  for (const [player, other] of [[mara, teo] as const, [teo, mara] as const]) {
    // On a good network a channel is in use for its first 30 s only.
    await Promise.all([mara.reload(), teo.reload()]);
    for (const page of [mara, teo]) await expectInside(page, 'Second path');
    await expect.poll(() => counter(server.url, 'roomtone_datagram_channels')).toBe(2);
    await player.getByRole('heading', { name: 'Second path' }).click();
    const before = { received: await received(server.url), sent: await sent(server.url) };
    for (let count = 0; count < presses; count++) await player.keyboard.press('KeyA');
    await player.keyboard.down('KeyD');
    await expectLit(other, [64]);
    await player.keyboard.up('KeyD');
    await expectLit(other, []);
    // What /metrics says may be a second old.
    await expect.poll(() => received(server.url)).toBeGreaterThan(before.received + 2 * presses);
    await expect.poll(() => sent(server.url)).toBeGreaterThan(before.sent + 2 * presses);
  }
  expect(await mara.evaluate(() => globalThis.roomtoneTransferred)).toBeGreaterThan(0);
  expect(await teo.evaluate(() => globalThis.roomtoneTransferred)).toBe(0);
  for (const [page, name] of [[mara, 'second-path'] as const, [teo, 'second-path-narrow'] as const]) {
    await page.locator('.timing').click();
    await expect(figure(page, 'Second path for notes')).toHaveText(/^(in use|ready)$/);
    await expect(figure(page, 'Packets lost on it')).toHaveText(/^\d+\.\d%$/);
    await expect(figure(page, 'Times it was faster')).toHaveText(/^\d+$/);
    await figure(page, 'Times it was faster').scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${artifacts}/${name}.png` });
  }
});
