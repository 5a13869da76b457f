import { expectAccessible, expectInItsBox } from './accessibility.ts';
import { artifacts, expect, test } from './musicians.ts';

for (const width of [360, 1440]) {
  test(`every shared component, in every state: ${width} px`, async ({ server, musician }) => {
    const page = await musician({ viewport: { width, height: 900 } });
    await page.goto(`${server.url}/components`);
    await expect(page.getByRole('region', { name: 'dark' })).toBeVisible();
    await page.screenshot({ path: `${artifacts}/components-${width}.png`, fullPage: true });
    const dark = page.getByRole('region', { name: 'dark' });
    await dark.getByRole('button', { name: 'Delete something' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Taken back.' })).toBeVisible();
    await dark.getByRole('button', { name: 'More' }).click();
    await expect(page.getByRole('menuitem', { name: 'Leave' })).toBeVisible();
    await page.screenshot({ path: `${artifacts}/components-menu-${width}.png` });
    await page.keyboard.press('Escape');
    await expect(dark.getByRole('button', { name: 'More' })).toBeFocused();
    await dark.getByRole('button', { name: 'Open a dialog' }).click();
    await expect(page.getByRole('dialog', { name: 'New room' })).toBeVisible();
    await page.screenshot({ path: `${artifacts}/components-dialog-${width}.png` });
    await page.keyboard.press('Escape');
    await expect(dark.getByRole('button', { name: 'Open a dialog' })).toBeFocused();

    await dark.getByRole('button', { name: 'Choose a server' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose a server' });
    await expect(picker.getByRole('button', { name: 'School hall' })).toBeDisabled();
    await picker.getByRole('button', { name: 'music.example.org' }).click();
    await expect(picker.getByLabel('Address')).toHaveAccessibleDescription(/^No Roomtone server answers at https/);
    await expectInItsBox(page);
    await expectAccessible(page);
    await page.screenshot({ path: `${artifacts}/server-picker-${width}.png` });
  });
}
