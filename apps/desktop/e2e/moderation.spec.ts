import type { Locator, Page } from '@playwright/test';
import { RoomtoneClient } from '@roomtone/sdk';
import { botCalls, turnsIn, whyNotPlay } from '@roomtone/sdk/extras';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { arrive, arriveInNewRoom } from './arrivals.ts';
import { outsideHost, outsidePlayer } from './outside-player.ts';
import { expectInside, openRoom } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

/** Chooses an action from the menu of a participant's row. */
async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

function dialogOf(page: Page, name: string | RegExp): Locator {
  return page.getByRole('dialog', { name });
}

test(
  'R13: the owner mutes, removes and bans players, undoes a ban, and transfers the room',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer();
    const link = await arriveInNewRoom(mara, server.url, newName('Mara'), { roomName: 'Order' });
    const [teo, ines] = [await outsidePlayer(link, 'Teo'), await outsidePlayer(link, 'Ines')];
    const players = mara.getByRole('list', { name: 'Players' });
    const log = mara.getByRole('log');

    await test.step('R13.7: a player is muted by keyboard alone, and the notice undoes it', async () => {
      await mara.getByRole('button', { name: `More about ${teo.name}` }).focus();
      await mara.keyboard.press('Enter');
      await expect(mara.getByRole('menu')).toContainText(/connection/i);
      await mara.screenshot({ path: `${artifacts}/player-menu.png` });
      await expectAccessible(mara);
      await mara.keyboard.press('m');
      await expect(mara.getByRole('menuitem', { name: 'Mute for everyone' })).toBeFocused();
      await mara.keyboard.press('Enter');
      const dialog = dialogOf(mara, `Mute ${teo.name} for everyone`);
      await dialog.getByLabel('What to mute').selectOption('Chat only');
      await mara.screenshot({ path: `${artifacts}/mute-dialog.png` });
      await dialog.getByRole('button', { name: 'Mute for everyone' }).click();
      await expect(players).toContainText('muted');
      await expect(teo.room.chat('hello?')).rejects.toMatchObject({ details: { reason: 'muted' } });
      await mara.getByRole('button', { name: 'Undo' }).click();
      await expect(players).not.toContainText('muted');
      await teo.room.chat('Thank you.');
      await expect(log).toContainText('Thank you.');
    });

    await test.step('S32.10, S32.8: a bot is named a moderator of the room, and dismissed', async () => {
      const owner = new RoomtoneClient({ baseUrl: server.url });
      const password = 'correct horse 7';
      await owner.register({ username: newName('Owner'), email: `${newName('o')}@example.org`, password });
      const name = newName('bouncer');
      const { botToken } = await botCalls(owner).create({
        username: name,
        scopes: ['listen', 'chat', 'moderate'],
        password,
      });
      const bot = await new RoomtoneClient({ baseUrl: server.url, token: botToken }).joinInvitation(link);
      const row = players.getByRole('listitem').filter({ hasText: name });
      await expect(row).toContainText('bot');
      await choose(mara, name, 'Make moderator');
      await expect(mara.getByText(`${name} can now moderate this room.`, { exact: true })).toBeVisible();
      await expect(row).toContainText('moderator');
      await bot.chat('I keep watch.');
      await expect(log.getByRole('listitem').filter({ hasText: 'I keep watch.' })).toContainText('bot');
      await mara.screenshot({ path: `${artifacts}/bot-in-room.png` });
      await bot.moderation.mute({ userId: ines.room.self.userId }, { seconds: 60 });
      await expect(players).toContainText('muted');
      await bot.moderation.unmute({ userId: ines.room.self.userId });
      await choose(mara, name, 'Remove as moderator');
      await expect(row).not.toContainText('moderator');
      await bot.leave();
    });

    await test.step('R23: players take turns; the owner waits, ends a turn, and passes on', async () => {
      const set = async (who: string) => {
        await mara.getByRole('button', { name: 'Room settings' }).click();
        const dialog = dialogOf(mara, 'Room settings');
        await dialog.getByLabel('Who plays').selectOption(who);
        if (who === 'In turns') await mara.screenshot({ path: `${artifacts}/room-rights.png` });
        await dialog.getByRole('button', { name: 'Save' }).click();
        await expect(dialog).toBeHidden();
      };
      await set('Named players');
      await expect.poll(() => whyNotPlay(teo.room.info, teo.room.self, teo.room.turns)).toBe('named');
      await choose(mara, teo.name, 'Add as named player');
      await expect(mara.getByText(`${teo.name} is now a named player.`, { exact: true })).toBeVisible();
      await set('In turns');
      const bar = mara.getByRole('region', { name: 'Turns' });
      await expect(bar).toContainText('No one is playing');
      await turnsIn(teo.room).take();
      await expect(bar).toContainText(/It’s .*Teo.*’s turn/);
      await bar.getByRole('button', { name: 'Take a turn' }).click();
      await expect(bar).toContainText('Next: you');
      await bar.getByRole('button', { name: 'Queue', exact: true }).click();
      await mara.screenshot({ path: `${artifacts}/turn-queue.png` });
      await expectAccessible(mara);
      await mara.getByRole('button', { name: /^End .*Teo.* turn$/ }).click();
      await expect(bar).toContainText('It’s your turn');
      await mara.keyboard.press('Escape');
      await bar.getByRole('button', { name: 'Pass the turn' }).click();
      await expect(bar).toContainText('No one is playing');
      await set('Everyone with an account');
      await expect(bar).toBeHidden();
    });

    await test.step('R13.3, R13.6: a player is removed with a reason, and rejoins immediately', async () => {
      await choose(mara, ines.name, 'Remove from room');
      const dialog = dialogOf(mara, `Remove ${ines.name} from the room`);
      await dialog.getByLabel('Reason').fill('Come back when you have tuned.');
      await dialog.getByRole('button', { name: 'Remove from room' }).click();
      await expect
        .poll(() => ines.room.state)
        .toMatchObject({
          status: 'closed',
          reason: { kind: 'kicked', note: 'Come back when you have tuned.' },
        });
      await expect(log).toContainText(`${ines.name} was removed from the room`);
    });

    await test.step('R13.4: a ban for an hour is undone from its notice, made again, and undone in the list', async () => {
      const ban = async () => {
        await choose(mara, teo.name, 'Ban');
        const dialog = dialogOf(mara, `Ban ${teo.name}`);
        await dialog.getByLabel('Duration').selectOption('1 hour');
        await dialog.getByLabel('Reason').fill('Too loud.');
        await dialog.getByRole('button', { name: 'Ban' }).click();
      };
      await ban();
      await expect(log).toContainText(`${teo.name} was banned`);
      await expect(teo.enter()).rejects.toMatchObject({ details: { reason: 'banned' } });
      await mara.getByRole('listitem').filter({ hasText: 'is banned' }).getByRole('button', { name: 'Undo' }).click();
      await expect(mara.getByText(`${teo.name} is no longer banned.`, { exact: true })).toBeVisible();
      await teo.enter();
      await expect(players).toContainText(teo.name);
      await ban();
      await mara.getByRole('button', { name: 'Room settings' }).click();
      await mara.getByRole('tab', { name: 'Banned' }).click();
      const bans = mara.getByRole('list', { name: 'Banned' });
      await expect(bans.getByRole('listitem')).toHaveText([new RegExp(`${teo.name}.*until.*Too loud`)]);
      await mara.screenshot({ path: `${artifacts}/bans.png` });
      await expectAccessible(mara);
      await bans.getByRole('button', { name: `Unban ${teo.name}` }).click();
      await expect(mara.getByText('No one is banned.')).toBeVisible();
      await mara.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect(mara.getByRole('button', { name: 'Room settings' })).toBeFocused();
      await teo.enter();
    });

    await test.step('R13.10, R13.15: the owner asks a player to take over the room, who declines, then accepts', async () => {
      const ask = async (accept: boolean) => {
        const asked = new Promise<void>((resolve) => {
          const stop = teo.room.on('ownershipOffer', () => {
            stop();
            resolve();
          });
        });
        await choose(mara, teo.name, 'Make owner');
        await dialogOf(mara, new RegExp(`^Hand over .Order. to ${teo.name}$`))
          .getByRole('button', { name: 'Ask' })
          .click();
        await asked;
        await expect(mara.getByText(`${teo.name} has been asked to take over the room.`)).toBeVisible();
        await mara.screenshot({ path: `${artifacts}/ownership-asked-${accept}.png` });
        await teo.room.moderation.answerOwnership(accept);
      };
      await ask(false);
      await expect(mara.getByText(`${teo.name} doesn’t want to take over the room.`, { exact: true })).toBeVisible();
      await ask(true);
      await expect(log).toContainText(`${teo.name} is now the owner`);
      await mara.getByRole('button', { name: `More about ${teo.name}` }).click();
      await expect(mara.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
      await expect(mara.getByRole('menuitem', { name: 'Ban' })).toHaveCount(0);
      await mara.keyboard.press('Escape');
      await mara.getByRole('button', { name: 'Room settings' }).click();
      const dialog = dialogOf(mara, 'Room settings');
      await expect(dialog.getByText(`Only ${teo.name} can change these.`)).toBeVisible();
      await expect(dialog.getByLabel('Name')).toBeDisabled();
      // A change by the new owner reaches the window that is open here.
      await teo.room.update({ roomName: 'New order' });
      await expect(dialog.getByLabel('Name')).toHaveValue('New order');
    });

    await test.step('R13.15: the user who is asked sees who asks, and declines', async () => {
      await dialogOf(mara, 'Room settings').getByRole('button', { name: 'Close' }).click();
      const declined = new Promise<void>((resolve) => {
        teo.room.on('ownershipOffer', ({ state }) => {
          if (state === 'declined') resolve();
        });
      });
      const { userId = '' } =
        [...teo.room.participants.values()].find(({ username }) => username.startsWith('Mara')) ?? {};
      await teo.room.moderation.transferOwner({ userId });
      const request = mara.getByRole('alert', { name: 'Request to take over the room' });
      await expect(request).toContainText(`${teo.name} wants to make you the owner of`);
      await mara.screenshot({ path: `${artifacts}/ownership-request.png` });
      await mara.setViewportSize({ width: 390, height: 844 });
      await expectNoOverflow(mara);
      await expectAccessible(mara);
      await mara.screenshot({ path: `${artifacts}/ownership-request-390.png` });
      await request.getByRole('button', { name: 'Decline' }).click();
      await declined;
      await expect(request).toBeHidden();
      await teo.room.update({ settings: { mayPlay: 'turns' } });
      await expect(mara.getByRole('button', { name: 'Take a turn' })).toBeVisible();
      await expectNoOverflow(mara);
      await expectAccessible(mara);
      await mara.screenshot({ path: `${artifacts}/turns-390.png` });
    });

    await test.step('R2.15: everybody in a deleted room is told', async () => {
      await teo.client.rooms.delete(teo.roomId);
      await expect(mara.getByRole('heading', { name: 'The room was closed' })).toBeVisible();
      await mara.screenshot({ path: `${artifacts}/room-closed.png` });
    });
  },
);

test(
  'R13.13: the owner mutes, removes and bans people from the lobby, without joining',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer();
    await arrive(mara, server.url, newName('Mara'));
    const room = newName('Managed');
    const link = await openRoom(mara, room);
    const teo = await outsidePlayer(link, 'Teo');
    const guest = await new RoomtoneClient({ baseUrl: server.url }).joinRoom(teo.roomId);
    await mara.getByRole('button', { name: 'Leave' }).click();
    // The menu stays open, and its card where it is, while the lobby learns who is inside.
    await mara.getByRole('button', { name: `Options for ${room}` }).click();
    await expect(mara.getByRole('listitem').filter({ hasText: room })).toContainText(/2 of \d+/);
    await mara.getByRole('menuitem', { name: 'Manage people' }).click();
    const manage = mara.getByRole('dialog', { name: new RegExp(`People in .${room}`) });
    const people = manage.getByRole('listitem');
    await expect(people).toHaveText([new RegExp(teo.name), /Guest-/]);
    await mara.screenshot({ path: `${artifacts}/manage-people.png` });
    await mara.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(mara);
    await expectAccessible(mara);
    await mara.screenshot({ path: `${artifacts}/manage-people-390.png` });

    await choose(mara, teo.name, 'Mute for everyone');
    await dialogOf(mara, `Mute ${teo.name} for everyone`).getByRole('button', { name: 'Mute for everyone' }).click();
    await expect(mara.getByText(`${teo.name} is muted.`, { exact: true })).toBeVisible();
    await expect(teo.room.chat('hello?')).rejects.toMatchObject({ details: { reason: 'muted' } });
    await choose(mara, teo.name, 'Unmute');
    await expect(mara.getByText(`${teo.name} is no longer muted.`, { exact: true })).toBeVisible();
    await teo.room.chat('Thank you.');

    await choose(mara, guest.self.username, 'Remove from room');
    await dialogOf(mara, /^Remove Guest-/)
      .getByRole('button', { name: 'Remove from room' })
      .click();
    await expect(people).toHaveText([new RegExp(teo.name)]);
    await expect.poll(() => guest.state).toMatchObject({ status: 'closed', reason: { kind: 'kicked' } });

    await choose(mara, teo.name, 'Ban');
    await dialogOf(mara, `Ban ${teo.name}`).getByRole('button', { name: 'Ban' }).click();
    await expect(manage.getByRole('heading', { name: 'No one is in this room' })).toBeVisible();
    await expect(teo.enter()).rejects.toMatchObject({ details: { reason: 'banned' } });
  },
);

test('a room asks for its password, and makes guessing it slow', longRunsOnly, async ({ server, testPlayer }) => {
  const page = await testPlayer({ viewport: { width: 360, height: 720 }, colorScheme: 'light' });
  await arrive(page, server.url, newName('Ines'));
  const link = await openRoom(page, 'Quiet', { password: 'brass lamp' });
  const teo = await outsidePlayer(link, 'Teo', 'brass lamp');
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.goto(link);
  const password = page.getByLabel('Password');

  await test.step('R2.7, R2.8: a wrong password is reported, and after too many the user has to wait', async () => {
    for (let attempt = 1; attempt <= 5; attempt++) {
      await password.fill(`wrong ${attempt}`);
      await page.getByRole('button', { name: 'Join' }).click();
      await expect(page.getByText('Wrong password. Try again.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Join' })).toBeEnabled();
    }
    await password.fill('brass lamp');
    await page.getByRole('button', { name: 'Join' }).click();
    await expect(page.getByText(/^Too many attempts\. Try again in \d+ s\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Join' })).toBeDisabled();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.screenshot({ path: `${artifacts}/room-join-throttled.png` });
  });
  await teo.leave();

  await test.step('a full room says so before it asks for its password', async () => {
    const body = { roomName: 'Full house', password: 'brass lamp', maxUsers: 2 } as const;
    const { link: full } = await outsideHost(server.url, 'Host', body);
    await outsidePlayer(full, 'Second', 'brass lamp');
    await page.goto(full);
    await expect(page.getByText('The room is full at the moment.', { exact: false })).toBeVisible();
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});

test('S18.13, S18.15: the owner changes the room and deletes it after one question', async ({ server, testPlayer }) => {
  const mara = await testPlayer({ viewport: { width: 360, height: 720 } });
  const link = await arriveInNewRoom(mara, server.url, newName('Mara'), { roomName: 'Changing' });
  const teo = await outsidePlayer(link, 'Teo');
  await openSettings(mara);
  const dialog = dialogOf(mara, 'Room settings');
  await dialog.getByLabel('Seats').fill('900');
  await dialog.getByLabel('Name').fill('   ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectNoOverflow(mara);
  await expectAccessible(mara);
  await mara.screenshot({ path: `${artifacts}/room-settings-360.png` });
  await dialog.getByLabel('Name').fill('Changed');
  await dialog.getByLabel('Seats').fill('3');
  await dialog.getByLabel('Welcome').fill('Tune <i>first</i>.');
  await dialog.getByRole('switch', { name: 'Guests can listen' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectInside(mara, 'Changed');
  await expect
    .poll(() => teo.room.info)
    .toMatchObject({ roomName: 'Changed', maxUsers: 3, settings: { allowGuests: false, allowChat: true } });
  await openSettings(mara);
  await dialog.getByRole('button', { name: 'Delete room' }).click();
  await expect(dialog.getByRole('button', { name: 'Keep room' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(mara.getByRole('heading', { name: 'Rooms', exact: true })).toBeVisible();
  await expect.poll(() => teo.room.state).toMatchObject({ status: 'closed', reason: { kind: 'roomClosed' } });
});

/** Opens the room's settings on a narrow screen. */
async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Room settings' }).click();
}
