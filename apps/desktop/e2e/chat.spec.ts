import type { Locator, Page } from '@playwright/test';
import { chatHistory } from '@roomtone/sdk/extras';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { arrive, arriveInNewRoom } from './arrivals.ts';
import { outsideHost, outsidePlayer } from './outside-player.ts';
import { expectInside } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const sizes = [360, 1024, 1920] as const;
const welcome = 'Tune <i>first</i>, then say hello.';

/** Messages that try to be more than text. */
const hostile = [
  '<img src=x onerror="document.title=1"><script>document.title=1</script>',
  `${'w'.repeat(480)}`,
  `zero${'\u200b'.repeat(40)}width and \u0645\u0631\u062d\u0628\u0627 right to left \u200f\u05e9\u05dc\u05d5\u05dd`,
  `Z\u0351\u036b\u0343\u036a\u0302${'\u0353\u0359\u0354'.repeat(60)}algo`,
  'javascript:alert(1) data:text/html,x https://bank.example@evil.example/',
] as const;

function field(page: Page): Locator {
  return page.getByLabel('Message', { exact: true });
}

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

async function openChat(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: /^Chat/ });
  if (await opener.isVisible()) await opener.click();
  await expect(page.getByRole('log')).toBeVisible();
}

test('chat messages arrive in order, with mentions, previews and unread marks, and cannot do harm', async ({
  server,
  testPlayer,
}) => {
  const mara = await testPlayer({ viewport: { width: 1024, height: 720 } });
  const name = newName('Mara');
  await mara.context().route('**/api/scrape-url?*', (route) => {
    const data = {
      title: '<b>Fugue</b>',
      description: 'A piece \u202ein voices',
      image: '',
      // The link leads to another host, which the page does not say.
      url: 'https://elsewhere.example/fugue',
    };
    return route.fulfill({ json: { success: true, data } });
  });
  const link = await arriveInNewRoom(mara, server.url, name, { roomName: 'Thursday trio' });
  const teo = await outsidePlayer(link, 'Teo');
  const log = mara.getByRole('log');

  // Hidden: the button shows a count, and that the user is mentioned.
  await expect(mara.getByRole('button', { name: /^Chat/ })).toBeVisible();
  await teo.room.chat('Shall we begin?');
  await teo.room.chat(`What do you say, @${name.toLowerCase()}?`);
  await expect(mara.getByRole('button', { name: 'Chat 2 new messages, you were mentioned' })).toBeVisible();
  await openChat(mara);
  await expect(mara.getByRole('button', { name: 'Hide chat' })).toBeFocused();
  await expect(log.getByText('New', { exact: true })).toBeVisible();
  await expect(log.getByText('Today', { exact: true })).toBeVisible();
  await expect(log.locator('[data-mentioned] .mention[data-self]')).toHaveText(`@${name.toLowerCase()}`);

  await test.step('R4.12: participants see who is typing, and the line moves nothing', async () => {
    const before = await field(mara).boundingBox();
    teo.room.typing(true);
    await expect(mara.getByText(`${teo.name} is typing…`)).toBeVisible();
    expect(await field(mara).boundingBox()).toEqual(before);
    teo.room.typing(false);
    await expect(mara.getByText('is writing …')).toBeHidden();
    const typed: boolean[] = [];
    teo.room.on('typing', ({ typing }) => typed.push(typing));
    await field(mara).pressSequentially('Yes');
    await expect.poll(() => typed).toEqual([true]);
    await field(mara).press('Enter');
    await expect.poll(() => typed).toEqual([true, false]);
  });

  await test.step('names are completed by keyboard alone', async () => {
    await field(mara).fill('');
    await field(mara).pressSequentially(`Go on, @${teo.name.slice(0, 2).toLowerCase()}`);
    const combobox = mara.getByRole('combobox', { name: 'Message' });
    await expect(combobox).toHaveAttribute('aria-expanded', 'true');
    const marked = await combobox.getAttribute('aria-activedescendant');
    await expect(mara.locator(`[id="${marked}"]`)).toHaveText(`@${teo.name}`);
    await field(mara).press('Tab');
    await expect(field(mara)).toHaveValue(`Go on, @${teo.name} `);
    await expect(mara.getByRole('listbox')).toBeHidden();
    await field(mara).press('Enter');
    await expect(log.locator('.mention').last()).toHaveText(`@${teo.name}`);
  });

  await test.step('commands are completed, explained and run', async () => {
    await field(mara).pressSequentially('/');
    await expect(mara.getByRole('option')).toHaveCount(14);
    await mara.screenshot({ path: `${artifacts}/chat-commands.png` });
    await field(mara).press('Escape');
    await expect(mara.getByRole('option')).toHaveCount(0);
    await field(mara).pressSequentially('stat');
    await expect(mara.getByRole('option')).toHaveText([/^\/status.*sets your status$/]);
    await field(mara).press('Enter');
    await expect(field(mara)).toHaveValue('/status ');
    await field(mara).press('ArrowDown');
    await field(mara).press('ArrowDown');
    await expect(mara.getByRole('option', { selected: true })).toHaveText('away');
    await field(mara).press('Enter');
    await field(mara).press('Enter');
    await expectAccessible(mara);
    await expect(log).toContainText('Done: /status away');
    await say(mara, '/kick nobody');
    await expect(mara.getByText('nobody isn’t in this room.')).toBeVisible();
    await expect(field(mara)).toHaveValue('/kick nobody');
    await say(mara, '/nonsense');
    await expect(mara.getByText('/nonsense isn’t a command.')).toBeVisible();
    await say(mara, '/help mute');
    await expect(log.getByRole('definition').filter({ hasText: 'mutes chat and notes' })).toBeVisible();
    await expect(log.getByRole('term').filter({ hasText: '/mute <name> [10m] [reason]' })).toBeVisible();
    await say(mara, '/me tunes the piano');
    await expect(log).toContainText(`${name} tunes the piano`);
    await expect(log).not.toContainText('Done: /me');
    await say(mara, '//me is no command');
    await expect(log).toContainText('/me is no command');
  });

  await test.step('a link shows a preview of its page, as text', async () => {
    await teo.room.chat('Like this: https://music.example/fugue.');
    const anchor = log.getByRole('link', { name: 'https://music.example/fugue', exact: true });
    await expect(anchor).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
    const preview = log.getByRole('link', { name: '<b>Fugue</b>' });
    await expect(preview).toContainText('elsewhere.example');
    await expect(preview).toHaveAttribute('href', 'https://elsewhere.example/fugue');
    await expect(log.locator('b', { hasText: /^Fugue$/ })).toHaveCount(0);
  });

  await test.step('hostile messages stay text inside their box', async () => {
    const ines = await outsidePlayer(link, 'Ines');
    for (const text of hostile) await ines.room.chat(text);
    await expect(log).toContainText('javascript:alert(1)');
    await expect(log.getByRole('link', { name: /javascript|bank/ })).toHaveCount(0);
    expect(await mara.title()).toBe('Thursday trio · Roomtone');
    // A reader at the end of the chat stays there, however tall the lines turn out to be.
    await expect(log.getByText('javascript:alert(1)')).toBeInViewport();
    for (const width of sizes) {
      await mara.setViewportSize({ width, height: 720 });
      await openChat(mara);
      await expectNoOverflow(mara);
      await expectInsideBox(log);
      await mara.screenshot({ path: `${artifacts}/chat-hostile-${width}.png` });
    }
    await mara.setViewportSize({ width: 1024, height: 720 });
    await ines.leave();
    await expect(log).toContainText(`${ines.name} left`);
  });

  await test.step('R13.11: the owner removes a message by keyboard, and everybody sees who did', async () => {
    await log.focus();
    await mara.keyboard.press('ArrowUp');
    await expect(log.locator('.chat-more').last()).toBeFocused();
    await mara.keyboard.press('Enter');
    await mara.getByRole('menuitem', { name: 'Delete for everyone' }).click();
    await expect(log.getByText(`Deleted by ${name}.`)).toBeVisible();
    await expect(log).not.toContainText('javascript:alert(1)');
  });

  await test.step('R4.5: a room with chat closed says so, and nobody can write', async () => {
    const owner = await changeRoom(mara, 'Chat');
    await owner.getByRole('button', { name: 'Save' }).click();
    await expect(mara.getByText('Chat is off in this room.')).toBeVisible();
    await expect(teo.room.chat('too late')).rejects.toMatchObject({ details: { reason: 'chat' } });
  });
  await teo.leave();
});

/** Opens the room's settings and toggles a switch. */
async function changeRoom(page: Page, label: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Room settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Room settings' });
  await dialog.getByRole('switch', { name: label, exact: true }).click();
  return dialog;
}

/** Checks that no line is wider than the chat; glyphs that reach beyond are cut off. */
async function expectInsideBox(log: Locator): Promise<void> {
  const outside = await log.evaluate((box) => {
    const { left, right } = box.getBoundingClientRect();
    const isOutside = (element: Element) => {
      const inner = element.getBoundingClientRect();
      return inner.left < left - 1 || inner.right > right + 1;
    };
    return [...box.querySelectorAll('li, li p, li a')]
      .filter(isOutside)
      .map((element) => element.outerHTML.slice(0, 200));
  });
  expect(outside).toEqual([]);
  expect(await log.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
}

test(
  'R4.5: a refused message is kept with the reason, and can be sent again',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const { host, link } = await outsideHost(server.url, 'host', { roomName: 'Second try' });
    const mara = await testPlayer();
    await arrive(mara, link, newName('mara'));
    await expectInside(mara, 'Second try');
    const heard: string[] = [];
    host.room.on('chat', ({ message }) => heard.push(message));
    const number = await mara.locator('.player[data-self]').getAttribute('data-participant');
    const target = { participantId: Number(number) };
    await host.room.moderation.mute(target, { chat: true });
    await say(mara, 'Can you hear me?');
    const line = mara.getByRole('log').getByRole('listitem').filter({ hasText: 'Can you hear me?' });
    await expect(line.getByRole('alert')).toContainText('Not sent.');
    await host.room.moderation.unmute(target);
    await line.getByRole('button', { name: 'Retry' }).click();
    await expect(line.getByRole('alert')).toHaveCount(0);
    await expect(line).toHaveCount(1);
    await expect.poll(() => heard).toEqual(['Can you hear me?']);
    await host.leave();
  },
);

test(
  'R2.3, R3.5: a newcomer reads earlier messages, and a guest can only read',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const { host: owner, link } = await outsideHost(server.url, 'Mara', {
      roomName: 'Long talk',
      settings: { welcomeMessage: welcome },
    });
    for (let line = 1; line <= 9; line++) await owner.room.chat(`Line ${line}\nof several\nlines`);
    const guest = await testPlayer({ viewport: { width: 360, height: 720 }, touch: true, colorScheme: 'light' });
    await guest.goto(link);
    await guest.getByRole('button', { name: 'Listen as a guest' }).click();
    await expectInside(guest, 'Long talk');
    await expect(guest.getByText('Tune <i>first</i>')).toBeVisible();
    await guest.screenshot({ path: `${artifacts}/welcome-360.png` });
    await openChat(guest);
    const log = guest.getByRole('log');
    await expect(log).toContainText('Line 9');
    await expect(guest.getByText('Sign in to chat.')).toBeVisible();
    await expectAccessible(guest);
    await expectNoOverflow(guest);

    await test.step('a reader further up is not moved, and can jump to the end with a button', async () => {
      await expect(guest.getByRole('button', { name: 'Go to latest' })).toBeHidden();
      await log.evaluate((box) => box.scrollTo({ top: 0 }));
      await expect(guest.getByRole('button', { name: 'Go to latest' })).toBeVisible();
      await owner.room.chat('One more');
      const jump = guest.getByRole('button', { name: '1 new message' });
      await expect(jump).toBeVisible();
      expect(await log.evaluate((box) => box.scrollTop)).toBe(0);
      await guest.screenshot({ path: `${artifacts}/chat-guest-360.png` });
      await jump.click();
      await expect(log.getByText('One more')).toBeInViewport();
      await expect(jump).toBeHidden();
    });

    await test.step('Escape hides the chat sheet, and the focus returns to the button that opened it', async () => {
      await log.focus();
      await guest.keyboard.press('Escape');
      await expect(log).toBeHidden();
      await expect(guest.getByRole('button', { name: /^Chat/ })).toBeFocused();
    });
    await owner.leave();
  },
);

test('R4.14: scrolling up shows the chat from before, in its place, and deleted messages stay deleted', async ({
  server,
  testPlayer,
}) => {
  const { host, link } = await outsideHost(server.url, 'Olga', { roomName: 'Long talk' });
  // A user may say ten things at once.
  for (let writer = 0; writer < 6; writer++) {
    const player = writer === 0 ? host : await outsidePlayer(link, 'Pia');
    for (let said = 1; said <= 10; said++) await player.room.chat(`message ${writer * 10 + said} of many`);
    if (player !== host) await player.leave();
  }
  const mara = await testPlayer({ viewport: { width: 1024, height: 720 } });
  await arrive(mara, link, newName('Mara'));
  await expectInside(mara, 'Long talk');
  await openChat(mara);
  const log = mara.getByRole('log');
  await expect(log.getByText('message 60 of many')).toBeInViewport();
  await expect(log.getByText('message 10 of many')).toHaveCount(0);
  await expect(log.getByText('message 11 of many')).toHaveCount(1);
  await log.evaluate((box) => box.scrollTo({ top: 0 }));
  await expect(log.getByText('message 1 of many', { exact: true })).toHaveCount(1);
  await expect(mara.getByRole('button', { name: 'Show older messages' })).toHaveCount(0);
  // The reader is where they were: not at the first line.
  await expect(log.getByText('message 11 of many')).toBeInViewport();
  await expect(log.getByText('message 1 of many', { exact: true })).not.toBeInViewport();
  const shown = await log.getByText(/^message \d+ of many$/).allTextContents();
  expect(shown).toEqual(Array.from({ length: 60 }, (_, index) => `message ${index + 1} of many`));
  const { messages } = await chatHistory(host.room, { before: 4, limit: 1 });
  await host.room.moderation.deleteChat(messages[0]?.messageId ?? '');
  await expect(log.getByText('message 3 of many', { exact: true })).toHaveCount(0);
  await host.leave();
});
