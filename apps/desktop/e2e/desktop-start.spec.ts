import { expect, provedByElectronOnly, test } from './desktop-app.ts';

test('the app starts, signs its player in and shows the lobby', async ({ startApp }) => {
  const app = await startApp();
  await expect(app.page.getByRole('button', { name: 'New room' })).toBeVisible();
  provedByElectronOnly('sandbox and context isolation of the window');
});
