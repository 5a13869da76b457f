import { startServer } from '../../../testing/running-server.ts';
import { expect, test } from './desktop-app.ts';
import { signUp } from './stories.ts';
import { newName } from './test-players.ts';
import { longRunsOnly } from './where-it-runs.ts';

test(
  'S19.2, S19.16: Pro is bought from the app; the payment page opens in the system’s browser, and its link leads back',
  longRunsOnly,
  async ({ startApp }) => {
    const server = await startServer({ ROOMTONE_BILLING_PROVIDER: 'sandbox' });
    const app = await startApp();
    await app.evaluate(({ shell }) => {
      const opened: string[] = [];
      globalThis.roomtoneShown = opened;
      shell.openExternal = async (url) => {
        opened.push(url);
      };
    });
    await app.page.getByRole('button', { name: /^Server:/ }).click();
    await app.page.getByLabel('Address or invitation').fill(server.url);
    await app.page.getByRole('button', { name: 'Connect' }).click();
    const there = await app.window('/', app.page);
    await signUp(there, newName('Ada'));
    await there.getByRole('button', { name: /’s menu$/ }).click();
    await there.getByRole('menuitem', { name: 'Roomtone Pro' }).click();
    await there.getByRole('button', { name: 'Continue to payment' }).first().click();
    const opened = () => app.evaluate(() => globalThis.roomtoneShown);
    await expect.poll(async () => (await opened()).map((url) => new URL(url).origin)).toEqual([server.url]);
    expect(await app.startAgain('roomtone://pro/not-paid')).toBe(0);
    await expect(there.getByRole('heading', { name: 'You weren’t charged' })).toBeVisible();
    expect(new URL(app.page.url()).pathname, 'the app’s own window stays where it is').toBe('/');
    await server.stop();
  },
);
