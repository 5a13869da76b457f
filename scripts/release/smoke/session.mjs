// Two people with the app: one hosts, the other joins, and both are heard.
import { expect } from '@playwright/test';
import { expectInside, expectLit, openRoom } from '../../../apps/desktop/e2e/stories.ts';
import { invitationAppLink, readInvitation } from '../../../packages/protocol/dist/index.js';
import { RoomtoneClient } from '../../../packages/sdk/dist/index.js';
import { openKeyboard } from './midi-port.mjs';
import { expectSound } from './packed-app.mjs';

const room = 'Kitchen';
const ben = { username: 'ben', password: 'a-long-password' };
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Hosts for people who are added, adds one of them, and opens a room.
 * @returns the link to the room, as the system hands it to an app
 */
export async function host(page) {
  await page.getByRole('link', { name: 'Host a session' }).click();
  await page.getByRole('button', { name: 'Host a session' }).click();
  const shown = page.getByLabel('Link for everyone');
  await expect(shown).toBeVisible({ timeout: 60_000 });
  const added = page.getByRole('radio', { name: /Only people I add/ });
  await added.click();
  await expect(added).toBeChecked();
  await page.getByLabel('Username').first().fill(ben.username);
  await page.getByLabel('Initial password').fill(ben.password);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('paragraph').filter({ hasText: 'can sign in now' })).toBeVisible();
  const invitation = readInvitation(await shown.inputValue());
  await page.getByRole('link', { name: 'Rooms', exact: true }).click();
  await openRoom(page, room);
  const roomId = new URL(page.url()).pathname.split('/').at(-1);
  return { link: invitationAppLink({ ...invitation, roomId }), people: { ben } };
}

/** Signs in at the server of the link that the app was started with, and comes into its room. */
export async function joinByLink({ context }, { ben: { username, password } }) {
  const signIn = (page) => page.getByLabel('Username');
  const find = async () => {
    for (const page of context.pages()) if (await signIn(page).isVisible()) return page;
    return undefined;
  };
  let there;
  await expect
    .poll(async () => {
      there = await find();
      return there;
    })
    .toBeDefined();
  // Its loudspeakers are listened to from now on.
  await there.reload();
  await there.getByLabel('Username').fill(username);
  await there.getByLabel('Password', { exact: true }).fill(password);
  await there.locator('form').getByRole('button', { name: 'Sign in' }).click();
  await expectInside(there, room);
  return there;
}

/** Plays middle C on the computer's keyboard. */
export async function playKey(page) {
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.down('KeyA');
  await expectLit(page, [60]);
  await expectSound(page);
  await page.keyboard.up('KeyA');
  await expectLit(page, []);
}

/** @returns {Promise<{ reason: string } | {}>} `reason` if this machine has no MIDI ports */
export async function playMidi(page) {
  const keyboard = openKeyboard();
  if ('reason' in keyboard) return keyboard;
  try {
    const press = async () => {
      // The app finds new ports only now and then.
      keyboard.send([0x90, 67, 100]);
      return page.locator('[data-note="67"][data-lit-by]').count();
    };
    await expect.poll(press).toBe(1);
    await expectSound(page);
    keyboard.send([0x80, 67, 0]);
    await expectLit(page, []);
  } finally {
    keyboard.close();
  }
  return {};
}

/** A note from the one page to the other, whose notes come by datagrams, too. */
export async function playTogether(from, to) {
  await to.locator('.timing').click();
  const path = to.locator('.timing-panel').getByText('Second path for notes', { exact: true }).first();
  await expect(path.locator('xpath=following-sibling::dd')).toHaveText('in use');
  await to.keyboard.press('Escape');
  await from.getByRole('heading', { level: 1 }).click();
  await from.keyboard.down('KeyD');
  await expectLit(to, [64]);
  await expectSound(to);
  await from.keyboard.up('KeyD');
  await expectLit(to, []);
}

export async function uploadPicture(hosting, there, { ben: credentials }) {
  const { url } = await hosting.evaluate(() => globalThis.roomtone.windowServer());
  const before = await startOf(url);
  const client = new RoomtoneClient({ baseUrl: url });
  await client.login(credentials);
  await client.account.uploadAvatar(new Blob([onePixel], { type: 'image/png' }));
  expect(await startOf(url)).toBe(before);
  await expectInside(there, room);
}

/** When the server's process started, by its own account. */
async function startOf(url) {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, seconds] = /^process_start_time_seconds (\S+)$/m.exec(metrics) ?? [];
  expect(seconds).toBeDefined();
  return seconds;
}
