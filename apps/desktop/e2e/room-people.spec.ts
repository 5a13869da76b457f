import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { arriveInNewRoom } from './arrivals.ts';
import { outsidePlayer } from './outside-player.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const sizes = [
  { width: 1920, height: 1080 },
  { width: 1024, height: 720 },
  { width: 360, height: 720 },
] as const;

test(
  'people in a room are invited by link and code, shown with role and connection, befriended and blocked',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer({ viewport: { width: 1920, height: 1080 }, colorScheme: 'light' });
    const maraName = newName('Mara');
    const link = await arriveInNewRoom(mara, server.url, maraName, { roomName: 'Open evening' });

    await test.step('the link of a server for this computer alone says so, and how to open it', async () => {
      await mara.getByRole('button', { name: 'Invite', exact: true }).click();
      const dialog = mara.getByRole('dialog', { name: /^Invite to .Open evening.$/ });
      await expect(dialog.getByText('So far, people can only join from this computer.')).toBeVisible();
      await expect(dialog.getByText('npm start -- --lan')).toBeVisible();
      await expect(dialog.getByRole('img', { name: 'Link as a QR code' })).toBeHidden();
      await expect(dialog.getByLabel('Link for this computer', { exact: true })).toHaveValue(link);
      await mara.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await dialog.getByRole('button', { name: 'Copy link' }).click();
      await expect(dialog.getByText('Link copied')).toBeVisible();
      expect(await mara.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await expectAccessible(mara);
      await mara.screenshot({ path: `${artifacts}/invite.png` });
      await mara.keyboard.press('Escape');
      await expect(mara.getByRole('button', { name: 'Invite', exact: true })).toBeFocused();
    });

    const teo = await outsidePlayer(link, 'Teo');
    const row = mara.getByRole('list', { name: 'Players' }).getByRole('listitem').filter({ hasText: teo.name });
    const log = mara.getByRole('log');

    await test.step('R12.1: connection quality is shown in words', async () => {
      await expect(row).toContainText(/(Good|Fair|Poor) connection/);
      await row.click({ button: 'right' });
      await expect(mara.getByRole('menu')).toContainText(/(Good|Fair|Poor) connection/);
      await mara.getByRole('menuitem', { name: 'Profile' }).click();
      const profile = mara.getByRole('dialog', { name: teo.name });
      await expect(profile).toContainText('Notes played');
      await mara.screenshot({ path: `${artifacts}/profile.png` });
      await expectAccessible(mara);
      await mara.keyboard.press('Escape');
      await expect(profile).toBeHidden();
    });

    await test.step('R15.1: a player sends a friend request, and writes to a friend privately', async () => {
      await mara.getByRole('button', { name: `More about ${teo.name}` }).click();
      await mara.getByRole('menuitem', { name: 'Add friend' }).click();
      await expect.poll(async () => (await teo.client.friends.list()).pendingRequests.length).toBe(1);
      const messages: string[] = [];
      teo.room.on('notification', (notice) => {
        if (notice.kind === 'directMessage') messages.push(notice.message);
      });
      await teo.client.friends.accept((await teo.client.friends.list()).pendingRequests[0]?.userId ?? '');
      await mara.getByRole('button', { name: `More about ${teo.name}` }).click();
      await mara.getByRole('menuitem', { name: 'Send message' }).click();
      const field = mara.getByLabel('Message', { exact: true });
      await expect(field).toHaveValue(`/msg ${teo.name} `);
      await expect(field).toBeFocused();
      await field.pressSequentially('for you alone');
      await field.press('Enter');
      await expect.poll(() => messages).toEqual(['for you alone']);
      await teo.room.social.directMessage(maraName, 'After this one?');
      await mara.getByRole('button', { name: 'Messages from friends: 1 new message' }).click();
      const unread = mara.getByRole('dialog', { name: 'Messages from friends' });
      await expect(unread).toContainText('After this one?');
      await mara.screenshot({ path: `${artifacts}/room-messages.png` });
      await unread.getByRole('button', { name: /^Reply to/ }).click();
      await expect(field).toHaveValue(`/msg ${teo.name} `);
      await expect(mara.getByRole('button', { name: /Messages from friends/ })).toHaveCount(0);
      await field.fill('');
    });

    await test.step('R4.11: messages of a blocked user are hidden', async () => {
      await teo.room.chat('Can you read me?');
      await expect(log).toContainText('Can you read me?');
      await mara.getByRole('button', { name: `More about ${teo.name}` }).click();
      await mara.getByRole('menuitem', { name: 'Block', exact: true }).click();
      await expect(log).not.toContainText('Can you read me?');
      await mara.getByRole('button', { name: `More about ${teo.name}` }).click();
      await mara.getByRole('menuitem', { name: 'Unblock' }).click();
      await expect(log).toContainText('Can you read me?');
    });

    await test.step('everything stays in its box at every size', async () => {
      for (const size of sizes) {
        await mara.setViewportSize(size);
        await expectNoOverflow(mara);
        await mara.screenshot({ path: `${artifacts}/room-people-${size.width}.png` });
      }
      await expectAccessible(mara);
      // The panels that a narrow screen has no room for come back.
      await mara.setViewportSize(sizes[0]);
      await expect(log).toBeVisible();
    });
    await teo.leave();
    await expect(log).toContainText(`${teo.name} left`);
  },
);
