import { chromium as browserType } from '@playwright/test';
import { startServer } from '../../../testing/running-server.ts';
import { chromium } from '../e2e/chromium.ts';
import { expectInside, openRoom, signUp } from '../e2e/stories.ts';
import { expect, test } from '../e2e/test-players.ts';

const folder = 'docs/images';
const themes = ['dark', 'light'] as const;
/** Where friends find the server: the pictures show its address. */
const address = 'https://evening.example.org';

test('the pictures of a first evening', async () => {
  test.setTimeout(200_000);
  const server = await startServer({
    ROOMTONE_PUBLIC_URL: address,
    ROOMTONE_TLS: 'auto',
    ROOMTONE_NAME: 'Mara’s piano',
    ROOMTONE_EMAIL: 'optional',
    ROOMTONE_PASSWORD: 'optional',
  });
  const rules = `MAP ${new URL(address).host}:443 127.0.0.1:${new URL(server.url).port}`;
  const browser = await browserType.launch({
    ...chromium,
    args: [...(chromium.args ?? []), `--host-resolver-rules=${rules}`, '--ignore-certificate-errors'],
  });
  try {
    const desk = await browser.newContext({ viewport: { width: 1180, height: 760 }, locale: 'en-GB' });
    const mara = await desk.newPage();
    // A busy machine interrupts the sound now and then; the count of that is not for the picture.
    await mara.addInitScript(() => Reflect.deleteProperty(AudioContext.prototype, 'playbackStats'));
    await mara.goto(address);
    await signUp(mara, 'Mara');
    const link = await openRoom(mara, 'Kitchen');
    await mara.getByRole('button', { name: 'Invite', exact: true }).first().click();
    const dialog = mara.getByRole('dialog');
    await expect(dialog.getByRole('img')).toBeVisible();
    for (const colorScheme of themes) {
      await mara.emulateMedia({ colorScheme });
      await mara.screenshot({ path: `${folder}/evening-invite-${colorScheme}.png`, animations: 'disabled' });
    }

    const pocket = await browser.newContext({
      viewport: { width: 390, height: 760 },
      hasTouch: true,
      locale: 'en-GB',
    });
    const teo = await pocket.newPage();
    await teo.goto(link);
    const name = teo.getByLabel('Your name');
    await name.fill('Teo');
    await name.blur();
    for (const colorScheme of themes) {
      await teo.emulateMedia({ colorScheme });
      await teo.screenshot({ path: `${folder}/evening-join-${colorScheme}.png`, animations: 'disabled' });
    }
    await teo.getByRole('button', { name: 'Join and play' }).click();
    await expectInside(teo, 'Kitchen');
  } finally {
    await browser.close();
    await server.stop();
  }
});
