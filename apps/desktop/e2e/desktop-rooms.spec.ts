import type { Page } from '@playwright/test';
import { type DesktopApp, expect, test } from './desktop-app.ts';
import { outsidePlayer } from './outside-player.ts';
import { expectLit, openRoom } from './stories.ts';
import { artifacts } from './test-players.ts';

/** The room's link, as the player would send it. */
async function copyLink(app: DesktopApp): Promise<string> {
  await app.page.getByRole('button', { name: 'Invite', exact: true }).click();
  await app.page.getByRole('button', { name: 'Copy link' }).click();
  const read = () => app.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(read).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/rooms\//);
  await app.page.keyboard.press('Escape');
  return await read();
}

/** A key of the computer's keyboard that plays middle C. */
const middleC = 'KeyA';

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect(page.getByRole('log')).toContainText(text);
  await page.getByRole('heading', { level: 1 }).click();
}

test('a first start needs no account and no network; another player joins a room by its address, and both are back after its server is killed', async ({
  startApp,
}) => {
  const app = await startApp();
  await openRoom(app.page, 'Kitchen');
  const link = await copyLink(app);
  const teo = await outsidePlayer(link, 'teo');
  await expect(app.page.getByRole('list', { name: 'Players' }).getByRole('listitem')).toHaveCount(2);
  await app.page.getByRole('heading', { level: 1 }).click();
  await app.page.keyboard.down(middleC);
  await expect.poll(() => teo.heard.map(({ bytes }) => bytes.slice(0, 2))).toEqual([[0x90, 60]]);
  await app.page.keyboard.up(middleC);
  await expect.poll(() => teo.heard.at(-1)?.bytes[0]).toBe(0x80);
  teo.room.send(Uint8Array.of(0x90, 64, 80));
  await expectLit(app.page, [64]);
  await app.page.screenshot({ path: `${artifacts}/desktop-room.png` });
  teo.room.send(Uint8Array.of(0x80, 64, 64));
  await expectLit(app.page, []);
  await say(app.page, 'Before the storm');
  const pid = await app.evaluate(
    ({ app: main }) => main.getAppMetrics().find((each) => each.name === 'Roomtone server')?.pid ?? 0,
  );
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => teo.room.state.status).not.toBe('joined');
  await expect.poll(() => teo.room.state.status).toBe('joined');
  const players = app.page.getByRole('list', { name: 'Players' }).getByRole('listitem');
  await expect(players).toHaveCount(2);
  await expect(app.page.getByText(/connection lost/i)).toBeHidden();
  await expect(app.page.getByRole('log')).toContainText('Before the storm');
  await say(app.page, 'After the storm');
  expect(await copyLink(app)).toBe(link);
  await app.page.getByRole('heading', { level: 1 }).click();
  const before = teo.heard.length;
  await app.page.keyboard.press(middleC);
  await expect.poll(() => teo.heard.slice(before).map(({ bytes }) => bytes[0])).toEqual([0x90, 0x80]);
  await teo.leave();
});

test('the app restarts with the same player, rooms and address, and after signing out signs in without a password', async ({
  startApp,
}) => {
  const first = await startApp();
  await openRoom(first.page, 'Attic');
  const link = await copyLink(first);
  await say(first.page, 'Remember this');
  await first.quit();
  const again = await startApp(first.userData);
  await again.page.getByRole('link', { name: /Attic/ }).click();
  await expect(again.page.getByRole('log')).toContainText('Remember this');
  expect(await copyLink(again)).toBe(link);
  await expect(again.page.getByRole('list', { name: 'Players' }).getByRole('listitem')).toHaveCount(1);
  const { page } = again;
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  const menu = page.getByRole('button', { name: /’s menu$/ });
  const name = await menu.getAttribute('aria-label');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Play on this computer' }).click();
  await expect(page.getByRole('button', { name: 'New room' })).toBeVisible();
  expect(await menu.getAttribute('aria-label')).toBe(name);
});
