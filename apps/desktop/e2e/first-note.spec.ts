import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrive, arriveInNewRoom } from './arrivals.ts';
import { outsideHost } from './outside-player.ts';
import { expectInside, expectLit, heard, listenIn, litKeys, openRoom, pitch, signUp } from './stories.ts';
import { expect, newName, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

const cMajor = [
  { code: 'KeyA', note: 60 },
  { code: 'KeyD', note: 64 },
  { code: 'KeyG', note: 67 },
];
const notes = cMajor.map(({ note }) => note);

test('two players meet in a room by its link; a chord lights up and sounds for the other, and ends', async ({
  server,
  testPlayer,
}) => {
  const [mara, teo] = [await testPlayer(), await testPlayer({ roomy: true })];
  const names = [newName('mara'), newName('teo')] as const;
  await mara.goto(server.url);
  await signUp(mara, names[0]);
  const link = await openRoom(mara, 'Thursday trio');
  await listenIn(teo);
  await teo.goto(link);
  await signUp(teo, names[1]);
  await expectInside(teo, 'Thursday trio');
  await expect(mara.getByRole('list', { name: 'Players' })).toContainText(names[1]);

  // Sound needs a user gesture on every page that plays it.
  await teo.getByRole('heading', { name: 'Thursday trio' }).click();
  await expect(teo.locator('[data-audio=on]')).toBeVisible();
  const renders = () => teo.evaluate(() => globalThis.roomtoneRenders?.total ?? -1);
  await expect.poll(renders).toBeGreaterThan(0);
  const rendersBefore = await renders();

  await mara.getByRole('heading', { name: 'Thursday trio' }).click();
  for (const { code } of cMajor) await mara.keyboard.down(code);
  await expectLit(teo, notes);
  await expectLit(mara, notes);
  const lit = await litKeys(teo);
  const color = await teo.evaluate(
    (name) =>
      Array.from(document.querySelectorAll<HTMLElement>('[role=listitem], li'))
        .find((row) => row.textContent?.includes(name))
        ?.querySelector<HTMLElement>('[style*="--player"]')
        ?.style.getPropertyValue('--player')
        .trim(),
    names[0],
  );
  expect(color).toMatch(/^#[0-9a-f]{6}$/);
  for (const note of notes) expect(lit[note]).toEqual({ by: '1', color });
  await expect
    .poll(async () => {
      const peaks = await heard(teo);
      return notes.filter((note) => peaks.some((hz) => Math.abs(hz / pitch(note) - 1) < 0.02));
    })
    .toEqual(notes);

  for (const { code } of cMajor) await mara.keyboard.up(code);
  await expectLit(teo, []);
  await expect.poll(() => heard(teo)).toEqual([]);
  expect(await renders(), 'React renders nothing for notes').toBe(rendersBefore);
});

test('closing a page while keys are held leaves nothing sounding', longRunsOnly, async ({ server, testPlayer }) => {
  const [mara, teo] = [await testPlayer(), await testPlayer()];
  const link = await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Gone' });
  await listenIn(teo);
  await arrive(teo, link, newName('teo'));
  await teo.getByRole('heading', { name: 'Gone' }).click();
  await mara.getByRole('heading', { name: 'Gone' }).click();
  for (const { code } of cMajor) await mara.keyboard.down(code);
  await expectLit(teo, notes);
  await expect.poll(async () => (await heard(teo)).length).toBeGreaterThan(0);
  await mara.close();
  await expectLit(teo, []);
  await expect.poll(() => heard(teo)).toEqual([]);
  await expect(teo.locator('.status')).toHaveAttribute('data-voices', '0');
});

test(
  'a guest listens without an account, and is told so when they try to play',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const [mara, guest] = [await testPlayer(), await testPlayer()];
    const link = await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Open evening' });
    await guest.goto(link);
    await guest.getByRole('button', { name: 'Listen as a guest' }).click();
    await expectInside(guest, 'Open evening');
    await mara.getByRole('heading', { name: 'Open evening' }).click();
    await mara.keyboard.down('KeyA');
    await expectLit(guest, [60]);
    await mara.keyboard.up('KeyA');
    await expectLit(guest, []);
    await guest.getByRole('heading', { name: 'Open evening' }).click();
    await guest.keyboard.press('KeyD');
    await expect(guest.getByText('You are listening as a guest. Sign in to play along.')).toBeVisible();
    await expectLit(mara, []);
  },
);

test('a room with a password asks for it, and says when it was wrong', longRunsOnly, async ({ server, testPlayer }) => {
  const [mara, teo] = [await testPlayer(), await testPlayer()];
  await arrive(mara, server.url, newName('mara'));
  const link = await openRoom(mara, 'Closed doors', { password: 'brass lamp', byInvitation: true });
  await arrive(teo, link, newName('teo'));
  const password = teo.getByLabel(/password/i);
  await password.fill('candle');
  await password.press('Enter');
  await expect(teo.getByRole('alert')).toBeVisible();
  await password.fill('brass lamp');
  await password.press('Enter');
  await expectInside(teo, 'Closed doors');
});

test('a link to a room that does not exist says so', async ({ server, testPlayer }) => {
  const page = await testPlayer();
  await page.goto(`${server.url}/rooms/AAAAAAAAAAAAAAAAAAAAAA`);
  await page.getByRole('button', { name: 'Listen as a guest' }).click();
  await expect(page.getByRole('heading', { name: 'This room doesn’t exist' })).toBeVisible();
});

test('where something in between holds WebSockets back, the page names that, with the lines for the proxy', async ({
  server,
  testPlayer,
}) => {
  const proxy = createServer((asked, answer) => {
    const { method } = asked;
    // As nginx does it unless it is told otherwise.
    const { upgrade: _upgrade, connection: _connection, ...headers } = asked.headers;
    const passed = request(`${server.url}${asked.url}`, { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const page = await testPlayer();
  const { link } = await outsideHost(server.url, 'Owner', { roomName: 'Behind a proxy' });
  await arrive(page, link.replace(server.url, origin), newName('mara'));
  await expect(page.getByRole('heading', { name: /WebSockets don’t get through$/ })).toBeVisible();
  const lines = page.getByRole('link', { name: 'For hosts: how to set up your proxy' });
  await expect(lines).toHaveAttribute('href', `${origin}/docs/proxies.html`);
  await page.close();
  proxy.close();
});

test('errors of a sign-up appear at their fields', longRunsOnly, async ({ server, testPlayer }) => {
  const [page, other] = [await testPlayer(), await testPlayer()];
  const name = newName('ada');
  await page.goto(server.url);
  await signUp(page, name);
  await other.goto(server.url);
  await other.getByRole('tab', { name: 'Create account' }).click();
  await other.getByLabel('Username').fill(name.toUpperCase());
  await other.getByLabel('Email').fill('ada@example.org');
  await other.getByLabel('Password', { exact: true }).fill('a brass lamp, lit');
  await other.getByLabel('Confirm password').fill('a brass lamp, lit');
  await other.locator('form').getByRole('button', { name: 'Create account' }).click();
  await expect(other.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await expect(other.getByLabel('Username')).toHaveAccessibleDescription(/taken/);
});

test(
  'after a killed server restarts, the room and its chat are there and playing continues',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const [mara, teo] = [await testPlayer(), await testPlayer()];
    const link = await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Thunderstorm' });
    await arrive(teo, link, newName('teo'));
    await teo.getByRole('textbox', { name: 'Message' }).fill('Before the storm');
    await teo.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(mara.getByRole('log')).toContainText('Before the storm');
    await mara.getByRole('heading', { name: 'Thunderstorm' }).click();
    await mara.keyboard.down('KeyA');
    await expectLit(teo, [60]);
    await server.restart('SIGKILL');
    await expectLit(teo, []);
    await mara.keyboard.up('KeyA');
    for (const page of [mara, teo]) {
      await expect(page.getByRole('list', { name: 'Players' }).getByRole('listitem')).toHaveCount(2);
      await expect(page.getByRole('log')).toContainText('Before the storm');
      await expect(page.getByText(/connection lost/i)).toBeHidden();
    }
    await mara.keyboard.down('KeyD');
    await expectLit(teo, [64]);
    await mara.keyboard.up('KeyD');
    await expectLit(teo, []);
  },
);

test('the page shows its name before any script has come, and asks at once for those of the first screens', async ({
  server,
  testPlayer,
}) => {
  const page = await testPlayer();
  const asked: string[] = [];
  await page.route('**/assets/*.js', (route) => {
    asked.push(new URL(route.request().url()).pathname);
  });
  await page.goto(server.url, { waitUntil: 'commit' });
  await expect(page.getByText('Roomtone')).toBeVisible();
  for (const script of ['start', 'start-parts', 'welcome'])
    await expect.poll(() => asked.filter((path) => path.startsWith(`/assets/${script}-`))).not.toEqual([]);
});
