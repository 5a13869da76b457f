import type { Page } from '@playwright/test';
import { checkScreen } from './check-screen.ts';
import { type OutsideFriend, outsideFriend } from './outside-friend.ts';
import { signUp } from './stories.ts';
import { expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const row = (page: Page, { name }: OutsideFriend) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: text });
const wide = { width: 1280, height: 900 };

test(
  'R15: friends find each other, write to each other, and end their friendship',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const page = await testPlayer({ viewport: wide });
    const mara = newName('Mara');
    const [teo, ines] = [await outsideFriend(server.url, 'Teo'), await outsideFriend(server.url, 'Ines')];
    await page.goto(`${server.url}/people`);
    await signUp(page, mara);
    await expect(page.getByText('No friends yet')).toBeVisible();
    await checkScreen(page, 'friends-none');
    await page.setViewportSize(wide);

    await test.step('R15.1: one user sends a request by name, the other accepts', async () => {
      await page.getByLabel('Add friend').fill('nobody-at-all');
      await page.getByRole('button', { name: 'Send request', exact: true }).click();
      await expect(page.getByText('User not found')).toBeVisible();
      await page.getByLabel('Add friend').fill(teo.name.toUpperCase());
      await page.getByLabel('Add friend').press('Enter');
      await expect(page.getByRole('button', { name: `Withdraw request to ${teo.name}` })).toBeVisible();
      await expect.poll(() => teo.notices.map(({ kind }) => kind)).toContain('friendRequest');
      await teo.client.friends.accept(mara);
      await expect(row(page, teo)).toContainText('online');
      await expect(page.getByRole('button', { name: /Withdraw/ })).toBeHidden();
    });

    await test.step('R14.4: presence is visible immediately, and can be set', async () => {
      await teo.lobby.social.setPresence('busy');
      await expect(row(page, teo)).toContainText('busy');
      await page.getByRole('button', { name: 'Your status: Online' }).click();
      await page.getByRole('menuitemradio', { name: 'Away' }).click();
      await expect.poll(() => teo.notices.at(-1)).toMatchObject({ kind: 'presence', username: mara, status: 'away' });
    });

    await test.step('R15.1: a friend request is declined, unless that is undone', async () => {
      await ines.client.friends.request(mara);
      await expect(toast(page, 'sent you a friend request')).toBeVisible();
      await expect(row(page, ines).locator('.avatar')).not.toHaveClass(/quiet/);
      await page.getByRole('button', { name: `Decline ${ines.name}’s request` }).click();
      await expect(row(page, ines)).toBeHidden();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('button', { name: `Accept ${ines.name}’s request` })).toBeVisible();
    });

    await test.step('R15.2, R15.4: direct messages go both ways and stay in their box', async () => {
      const room = await teo.client.rooms.create({ roomName: 'Bebop heads' });
      await teo.client.joinRoom(room.roomId);
      await row(page, teo).getByRole('link', { name: teo.name }).click();
      await expect(page).toHaveURL(new RegExp(`/people/${teo.name}$`));
      await expect(page.getByRole('link', { name: 'Friends' })).toHaveAttribute('aria-current', 'page');
      const log = page.getByRole('log');
      await page.getByRole('textbox', { name: 'Message' }).fill('Tonight at eight?');
      await page.getByRole('textbox', { name: 'Message' }).press('Enter');
      await expect(log.locator('[data-from=me][data-state=kept]')).toContainText('Tonight at eight?');
      await expect
        .poll(() => teo.notices.at(-1))
        .toMatchObject({ kind: 'directMessage', message: 'Tonight at eight?' });
      await teo.lobby.social.directMessage(mara, 'Yes. Bring the changes.');
      await teo.lobby.social.directMessage(mara, `<img src=x onerror=alert(1)> ${'wide'.repeat(60)}`);
      await expect(log.locator('[data-from=them]')).toHaveCount(2);
      // A message that arrives just as the page closes may not be stored.
      await expect.poll(() => page.evaluate(storedLines)).toBe(3);
      await page.reload();
      await expect(log.locator('.line')).toHaveCount(3);
      await expect(page.getByRole('link', { name: `Join ${teo.name}` })).toBeVisible();
      await expect(row(page, teo).first()).toContainText(/in .?Bebop heads/);
      await checkScreen(page, 'friends');
      await page.setViewportSize(wide);
    });

    await test.step('R15.2: a refused message says why, and can be sent again', async () => {
      await teo.client.friends.remove(mara);
      await page.getByRole('textbox', { name: 'Message' }).fill('Still there?');
      await page.getByRole('textbox', { name: 'Message' }).press('Enter');
      const refused = page.getByRole('log').locator('[data-state=failed]');
      await expect(refused).toContainText('You can only message friends.');
      await teo.client.friends.request(mara);
      // The toast has the answer, wherever its reader is.
      await toast(page, 'sent you a friend request').getByRole('button', { name: 'Accept' }).click();
      const friendsOfTeo = async () => (await teo.client.friends.list()).friends.map(({ username }) => username);
      await expect.poll(friendsOfTeo).toContain(mara);
      await refused.getByRole('button', { name: 'Retry' }).click();
      await expect(refused).toHaveCount(0);
      await expect.poll(() => teo.notices.at(-1)).toMatchObject({ message: 'Still there?' });
    });

    await test.step('R15.4: elsewhere in the app a message is announced and waits unread', async () => {
      await page.getByRole('link', { name: 'Rooms' }).click();
      await expect(page.getByRole('heading', { name: 'Rooms', exact: true })).toBeVisible();
      await teo.lobby.social.directMessage(mara, 'One more thing.');
      await expect(toast(page, 'One more thing.').getByRole('button', { name: 'Reply' })).toBeVisible();
      await page.getByRole('link', { name: 'Friends' }).click();
      await expect(row(page, teo).getByText('1 new message')).toBeAttached();
    });

    await test.step('S13.6, S16.7, S16.8: a profile shows its user, who can be removed as a friend and blocked', async () => {
      await page.goto(`${server.url}/users/${teo.name}`);
      await expect(page.getByRole('heading', { name: teo.name })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Message', exact: true })).toBeVisible();
      await checkScreen(page, 'profile');
      await page.setViewportSize(wide);
      await page.getByRole('button', { name: 'Block' }).click();
      await expect(page.getByRole('link', { name: 'Message', exact: true })).toBeHidden();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('link', { name: 'Message', exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Block' }).click();
      // An action that can be undone shows immediately, and takes effect when its notice goes.
      const isDone = page.waitForResponse((response) => response.request().method() !== 'GET' && response.ok());
      await page
        .getByRole('region', { name: /Notifications/ })
        .getByRole('button', { name: 'Close' })
        .click();
      await isDone;
      await expect(page.getByText('You have blocked this person.')).toBeVisible();
      await expect(teo.lobby.social.directMessage(mara, 'Hello?')).rejects.toMatchObject({
        code: 'AUTHORIZATION_ERROR',
      });
      await page.getByRole('link', { name: 'Friends' }).click();
      await expect(row(page, teo).locator('.avatar')).not.toHaveClass(/quiet/);
      await page.getByRole('button', { name: `Unblock ${teo.name}` }).click();
      await expect(page.getByRole('heading', { name: 'Blocked' })).toBeHidden();
    });

    await test.step('a conversation with a former friend has their colour', async () => {
      await page.goto(`${server.url}/people/${teo.name}`);
      await expect(page.getByText('You are not friends right now')).toBeVisible();
      await expect(page.locator('.conversation-head .avatar')).not.toHaveClass(/quiet/);
    });
  },
);

/** Runs in the page: how many direct messages this browser has stored. */
function storedLines(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('roomtone.messages');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('lines').objectStore('lines').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });
}
