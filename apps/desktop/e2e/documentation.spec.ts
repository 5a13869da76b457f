import { RoomtoneClient } from '@roomtone/sdk';
import { expect, test } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

test(
  'S33.1, S33.2: the documentation is searched and its playground runs code that reaches this server alone',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const page = await testPlayer();
    await page.goto(`${server.url}/docs/`);
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('searchbox').fill('in use by another program');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Troubleshooting/ })
      .first()
      .click();
    await expect(page).toHaveURL(/troubleshooting\.html#/);

    await page.goto(`${server.url}/docs/playground.html`);
    const output = page.getByRole('log');
    const editor = page.getByRole('textbox', { name: 'Code' });
    const run = page.getByRole('button', { name: 'Run' });
    await test.step('an example', async () => {
      await run.click();
      await expect(output).toContainText(/runs Roomtone \d/);
      await expect(page.getByText('The code has ended')).toBeVisible();
    });
    await test.step('the other examples', async () => {
      const examples = page.getByLabel('Example');
      await examples.selectOption('Count beats together');
      await run.click();
      await expect(output).toContainText('bar 1, beat 2');
      await expect(page.getByText('The code has ended')).toBeVisible();
      await examples.selectOption('Play a scale');
      await run.click();
      const link = (await output.getByRole('link').textContent()) ?? '';
      const room = await new RoomtoneClient({ baseUrl: server.url }).joinRoom(link.split('/').at(-1) ?? '');
      const keys: number[] = [];
      room.on('note', ({ type, key }) => {
        if (type === 'noteOn') keys.push(key);
      });
      await expect(page.getByText('The code has ended')).toBeVisible();
      // The scale does not wait for this listener.
      const scale = [60, 62, 64, 65, 67, 69, 71, 72];
      expect(keys).toContain(72);
      expect(keys).toEqual(scale.slice(-keys.length));
      room.close();
    });
    await test.step('what is out of reach', async () => {
      await editor.fill(`
      console.log(typeof indexedDB, typeof caches, typeof Worker, typeof navigator.storage, typeof localStorage);
      const names = [];
      for (let each = globalThis; each !== null; each = Object.getPrototypeOf(each)) names.push(...Object.getOwnPropertyNames(each));
      const stored = /filesystem|storage|cache|idb|indexed|cookie|worker|broadcast|lock|bucket/i;
      console.log(typeof webkitRequestFileSystemSync, names.filter((name) => stored.test(name)).join(' ') || 'nothing');
      await fetch('https://example.org/').then(() => console.log('reached'), () => console.log('refused'));
      try { eval('1'); console.log('evaluated'); } catch { console.log('no eval'); }
      console.log(location.origin + '/docs/');
      throw new Error('on purpose');`);
      await run.click();
      await expect(output.locator('p')).toHaveText([
        'undefined undefined undefined undefined undefined',
        'undefined nothing',
        'refused',
        'no eval',
        `${server.url}/docs/`,
        /on purpose/,
      ]);
      await expect(page.getByText('An error has ended the code.')).toBeVisible();
      await expect(output.getByRole('link')).toHaveAttribute('href', `${server.url}/docs/`);
    });
    await test.step('a loop without an end', async () => {
      await editor.fill("console.log('round and round'); for (;;);");
      await run.click();
      await expect(output).toContainText('round and round');
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect(page.getByText('Stopped.')).toBeVisible();
    });
    await test.step('another theme', async () => {
      await page.getByRole('button', { name: 'Light theme' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    });
  },
);
