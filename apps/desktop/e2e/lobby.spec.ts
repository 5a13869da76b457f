import type { APIRequestContext, Page } from '@playwright/test';
import { allOrFirst } from '../../../testing/long-runs.ts';
import { startServer } from '../../../testing/running-server.ts';
import { expectAccessible, expectNoOverflow } from './accessibility.ts';
import { arrive } from './arrivals.ts';
import { expectInside, openRoom, signUp } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const all = [
  { width: 360, height: 740 },
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
];
/** The narrowest only, except in long runs. */
const sizes = allOrFirst(all);

/** Creates an account that acts only by REST, for rooms whose creation is not the point of a test. */
async function hostByRest(request: APIRequestContext, url: string, name: string) {
  const password = 'a brass lamp, lit';
  const body = { username: name, email: `${name}@example.org`, password, confirm_password: password };
  const answer = await request.post(`${url}/api/auth/register`, { data: body });
  const { data } = (await answer.json()) as { data: { token: string } };
  return async (room: object) => {
    const made = await request.post(`${url}/api/rooms`, {
      data: room,
      headers: { authorization: `Bearer ${data.token}` },
    });
    expect(made.status()).toBe(201);
  };
}

const card = (page: Page, name: string) => page.getByRole('article').filter({ has: page.getByRole('link', { name }) });

for (const size of sizes) {
  test(
    `two people meet through the lobby, and the owner changes a room and undoes its deletion at ${size.width} px`,
    longRunsOnly,
    async ({ server, testPlayer }) => {
      const [mara, teo] = [await testPlayer({ viewport: size }), await testPlayer({ viewport: size })];
      const name = newName('Evening');
      await mara.goto(server.url);
      await signUp(mara, newName('mara'));
      await teo.goto(server.url);
      await signUp(teo, newName('teo'));
      await expect(teo.getByRole('heading', { name: 'Rooms', exact: true })).toBeVisible();

      await openRoom(mara, name);
      await expect(card(teo, name)).toContainText('1 of 20');
      await expect(card(teo, name)).toContainText('Grand piano');
      await mara.getByRole('heading', { name }).click();
      await mara.keyboard.press('KeyA');
      await expect(card(teo, name)).toContainText('Playing now');
      await card(teo, name).getByRole('button', { name: 'Listen in' }).click();
      await expect(card(teo, name)).toContainText('2 of 20');
      await expect(mara.getByRole('list', { name: 'Listeners' }).or(mara.getByText(/^Players 2$/))).toBeVisible();
      await card(teo, name).getByRole('button', { name: 'Stop' }).click();
      await expect(card(teo, name)).toContainText('1 of 20');
      await expectNoOverflow(teo);
      await expectAccessible(teo);
      await teo.screenshot({ path: `${artifacts}/lobby-${size.width}.png` });
      await card(teo, name).getByRole('button', { name: /^Pin/ }).click();
      await teo.reload();
      await expect(teo.getByRole('heading', { name: 'Pinned' })).toBeVisible();
      await expect(card(teo, name).getByRole('button', { name: /^Pin/ })).toHaveAttribute('aria-pressed', 'true');
      await teo.screenshot({ path: `${artifacts}/lobby-pinned-${size.width}.png` });
      await card(teo, name).getByRole('link').click();
      await expectInside(teo, name);
      await teo.goBack();
      await expect(card(teo, name)).toContainText('1 of 20');

      await mara.goBack();
      await expect(card(teo, name)).toContainText('0 of 20');
      await mara.getByRole('button', { name: `Options for ${name}` }).click();
      await mara.getByRole('menuitem', { name: 'Edit' }).click();
      const dialog = mara.getByRole('dialog', { name: 'Edit room' });
      await dialog.getByLabel('Seats').fill('51');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByLabel('Seats')).toHaveAccessibleDescription('Enter a number from 1 to 50.');
      await expect(dialog.getByLabel('Seats')).toBeFocused();
      await dialog.getByLabel('Seats').fill('12');
      await dialog.getByLabel(/Password/).fill('lamp');
      await expectNoOverflow(mara);
      await expectAccessible(mara);
      await mara.screenshot({ path: `${artifacts}/change-room-${size.width}.png` });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(card(teo, name)).toContainText('0 of 12');
      await expect(card(teo, name)).toContainText('Password');
      await expect(mara.getByRole('button', { name: `Options for ${name}` })).toBeFocused();

      for (const outcome of ['Undo', 'Close'] as const) {
        await mara.getByRole('button', { name: `Options for ${name}` }).click();
        await mara.getByRole('menuitem', { name: 'Delete' }).click();
        await expect(card(mara, name)).toBeHidden();
        const toast = mara.getByRole('listitem').filter({ hasText: 'was deleted.' });
        if (outcome === 'Undo') await mara.screenshot({ path: `${artifacts}/undo-${size.width}.png` });
        await toast.getByRole('button', { name: outcome }).click();
        if (outcome === 'Undo') await expect(card(mara, name)).toBeVisible();
      }
      await expect(card(teo, name)).toBeHidden();
    },
  );

  test(
    `names of any kind stay text inside their card at ${size.width} px`,
    longRunsOnly,
    async ({ server, testPlayer }) => {
      const page = await testPlayer({ viewport: size });
      const makeRoom = await hostByRest(page.request, server.url, newName('hostile'));
      const names = {
        markup: '<img src=x onerror=alert(1)><b>bold</b>',
        fromTheRight: 'غرفة الموسيقى العربية 🎶 عود وقانون',
        nearlyUnseen: '\u200b\u200dx\u200b',
        long: 'W'.repeat(64),
        marks: `a${'\u0301'.repeat(63)}`,
      };
      for (const room_name of Object.values(names)) await makeRoom({ room_name, max_users: 50 });
      await page.goto(server.url);
      await page.getByRole('button', { name: 'Listen as a guest' }).click();
      // Rooms from the previous sizes may still be there.
      await expect(page.getByRole('link', { name: names.markup }).first()).toBeVisible();
      await expect(page.getByRole('heading', { name: /^\P{L}*x\P{L}*$/u }).first()).toBeVisible();
      await expect(page.locator(':is(.card h3, .card-owner) :is(img, b)')).toHaveCount(0);
      for (const article of await page.getByRole('article').all()) {
        const [outer, inner] = [await article.boundingBox(), await article.getByRole('heading').boundingBox()];
        if (outer === null || inner === null) throw new Error('a card is not shown');
        expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
        expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
      }
      await expectNoOverflow(page);
      await page.screenshot({ path: `${artifacts}/hostile-names-${size.width}.png` });
    },
  );
}

test('rooms are searched, filtered and sorted, and keep their positions while their counts change', async ({
  server,
  testPlayer,
}) => {
  const [page, visitor] = [await testPlayer(), await testPlayer()];
  const makeRoom = await hostByRest(page.request, server.url, newName('keeper'));
  const stem = newName('Q');
  for (const [letter, password] of [
    ['a', undefined],
    ['b', 'lamp'],
    ['c', undefined],
  ] as const) {
    await makeRoom({ room_name: `${stem} ${letter}`, ...(password === undefined ? {} : { password }) });
  }
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Listen as a guest' }).click();
  await page.getByRole('searchbox', { name: 'Find a room' }).fill(stem.toLowerCase());
  const names = () => page.getByRole('article').getByRole('heading').allTextContents();
  await expect.poll(names).toEqual([`${stem} c`, `${stem} b`, `${stem} a`]);

  await visitor.goto(server.url);
  await visitor.getByRole('button', { name: 'Listen as a guest' }).click();
  await card(visitor, `${stem} a`).getByRole('link').click();
  await expectInside(visitor, `${stem} a`);
  await expect(card(page, `${stem} a`)).toContainText('1 of 20');
  expect(await names()).toEqual([`${stem} c`, `${stem} b`, `${stem} a`]);

  await page.getByRole('button', { name: 'All rooms' }).click();
  await page.getByLabel('Sort by').selectOption('Most players');
  await expect.poll(names).toEqual([`${stem} a`, `${stem} c`, `${stem} b`]);
  await page.getByLabel('Sort by').selectOption('Name');
  await page.getByRole('switch', { name: 'Without a password' }).click();
  await expect.poll(names).toEqual([`${stem} a`, `${stem} c`]);
  await page.getByRole('switch', { name: 'Active only' }).click();
  await expect.poll(names).toEqual([`${stem} a`]);
  await expectAccessible(page);
  await page.screenshot({ path: `${artifacts}/lobby-filters.png` });
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Pro');
  await expect(page.getByRole('button', { name: '3 filters' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show all rooms' }).click();
  await expect(page.getByRole('searchbox', { name: 'Find a room' })).toHaveValue('');
  await page.getByRole('searchbox', { name: 'Find a room' }).fill('nobody calls a room this');
  await expect(page.getByRole('heading', { name: /No room found for/ })).toBeVisible();
  await page.screenshot({ path: `${artifacts}/lobby-no-match.png` });
});

test(
  'an empty lobby says what to do; without a server it says so and keeps what it showed',
  longRunsOnly,
  async ({ testPlayer }) => {
    const own = await startServer();
    const [page, other] = [await testPlayer(), await testPlayer()];
    try {
      await arrive(page, own.url, newName('first'));
      await expect(page.getByRole('heading', { name: 'It’s quiet here' })).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: `${artifacts}/lobby-empty.png` });
      await page.getByRole('button', { name: 'Create a room' }).click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await other.goto(own.url);
      await other.getByRole('button', { name: 'Listen as a guest' }).click();
      await expect(other.getByRole('heading', { name: 'It’s quiet here' })).toBeVisible();
      await openRoom(page, 'The last one');
      await expect(card(other, 'The last one')).toBeVisible();
      await test.step('too many requests are said, and the sign-in goes on by itself', async () => {
        const resetMs = Math.ceil(Date.now() / 1_000 + 1) * 1_000;
        const error = {
          code: 'RATE_LIMIT_EXCEEDED',
          message: 'Too many requests.',
          details: { reset: resetMs / 1_000 },
        };
        await page.route('**/api/**', (route) =>
          Date.now() < resetMs ? route.fulfill({ status: 429, json: { error } }) : route.continue(),
        );
        await page.goto(own.url);
        await expect(page.getByText(/^Too many requests\. Trying again in \d s\.$/)).toBeVisible();
        await expect(card(page, 'The last one')).toBeVisible();
      });
    } finally {
      await own.stop();
    }
    await expect(other.getByText('Can’t reach the server. This list may be out of date. Retrying…')).toBeVisible();
    await expect(card(other, 'The last one')).toBeVisible();
    await other.screenshot({ path: `${artifacts}/lobby-offline.png` });
  },
);
