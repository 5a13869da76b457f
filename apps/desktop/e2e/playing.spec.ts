import type { Page } from '@playwright/test';
import { arriveInNewRoom } from './arrivals.ts';
import { outsidePlayer } from './outside-player.ts';
import { expectLit, watchLit } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { plugIn } from './web-midi.ts';
import { longRunsOnly } from './where-it-runs.ts';

async function keyCenter(page: Page, note: number): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-note="${note}"]`).boundingBox();
  if (box === null) throw new Error(`no key ${note}`);
  // The lower part of a white key has no black key over it.
  return { x: box.x + box.width / 2, y: box.y + box.height * 0.85 };
}

test('the mouse and the letters play, end their notes wherever that happens, and are text in the chat', async ({
  server,
  testPlayer,
}) => {
  const page = await testPlayer();
  await arriveInNewRoom(page, server.url, newName('mara'), { roomName: 'Mouse' });
  await test.step('a mouse slides over the keys, and ends the note wherever it is released', async () => {
    const [c, d] = [await keyCenter(page, 60), await keyCenter(page, 62)];
    await page.mouse.move(c.x, c.y);
    await page.mouse.down();
    await expectLit(page, [60]);
    await page.mouse.move(d.x, d.y, { steps: 4 });
    await expectLit(page, [62]);
    await page.mouse.move(d.x, 10);
    await page.mouse.up();
    await expectLit(page, []);
  });
  await test.step('held keys come up when the window loses the focus', async () => {
    await page.keyboard.down('KeyA');
    await expectLit(page, [60]);
    await page.evaluate(() => globalThis.dispatchEvent(new Event('blur')));
    await expectLit(page, []);
  });
  await test.step('letters are text in the chat, and notes as soon as it is left', async () => {
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.down('KeyA');
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('a');
    await expectLit(page, []);
    await page.keyboard.up('KeyA');
    const playsA = async () => {
      await page.keyboard.down('KeyA');
      await expectLit(page, [60]);
      await page.keyboard.up('KeyA');
      await expectLit(page, []);
    };
    // Escape and sending go back to the piano, and so does an instrument that is being chosen.
    await page.keyboard.press('Escape');
    await playsA();
    await page.getByRole('textbox', { name: 'Message' }).fill('Ready?');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log')).toContainText('Ready?');
    await playsA();
    await page.getByRole('button', { name: /^Instrument and color/ }).click();
    await page.getByRole('radio', { name: 'Vibraphone' }).check({ force: true });
    await playsA();
    await page.keyboard.press('Escape');
    // Space is the pedal, even on the button that was clicked last.
    await page.keyboard.down('Space');
    await expect(page.locator('[data-chord=pitches]')).toContainText('pedal down');
    await page.keyboard.up('Space');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toContainText('Sustain pedal');
    await page.keyboard.press('KeyA');
    await expectLit(page, []);
  });
});

test('several fingers play a chord on a tablet', async ({ server, testPlayer }) => {
  const page = await testPlayer({ viewport: { width: 1180, height: 820 }, touch: true });
  await arriveInNewRoom(page, server.url, newName('ines'), { roomName: 'Tablet' });
  const fingers = await Promise.all([60, 64, 67].map((note) => keyCenter(page, note)));
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers });
  await expectLit(page, [60, 64, 67]);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expectLit(page, []);
});

test('everything a MIDI keyboard sends reaches the others unchanged, and nothing stays when its page freezes or it is unplugged', async ({
  server,
  testPlayer,
}) => {
  const mara = await testPlayer({ viewport: { width: 1024, height: 700 } });
  const keyboard = await plugIn(mara, 'Launchkey Mini MK3');
  const link = await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'All controllers' });
  const teo = await outsidePlayer(link, 'teo');
  await mara.getByRole('button', { name: 'Connect a MIDI keyboard' }).click();
  await mara.getByRole('button', { name: 'MIDI input settings' }).click();
  const all = [
    [0xc0, 11],
    [0xb0, 1, 64],
    [0x90, 60, 90],
    [0xb0, 64, 37],
    [0xb0, 66, 127],
    [0xb0, 67, 80],
    [0xe0, 12, 80],
    [0xa0, 60, 33],
    [0xd0, 50],
    [0x80, 60, 20],
  ];
  for (const bytes of [[0xf8], ...all]) await keyboard.send(...bytes);
  await expect.poll(() => teo.heard.map(({ bytes }) => bytes)).toEqual(all);
  const monitor = mara.getByRole('region', { name: 'MIDI monitor' });
  await expect(monitor.getByRole('listitem').first()).toHaveText('1Note offC4Launchkey Mini MK3');
  await expect(monitor).toContainText('Sustain pedal37');
  await expect(monitor).toContainText('Systemf8');
  await mara.screenshot({ path: `${artifacts}/input-dark.png` });
  await mara.keyboard.press('Escape');

  await test.step('a frozen page releases what was held, and All notes off ends every note', async () => {
    await keyboard.send(0x90, 60, 90);
    await expectLit(mara, [60]);
    await mara.evaluate(() => document.dispatchEvent(new Event('freeze')));
    await expectLit(mara, []);
    const since = (count: number) => teo.heard.slice(count).map(({ bytes }) => bytes);
    await expect.poll(() => since(all.length)).toContainEqual([0x80, 60, 64]);

    await keyboard.send(0x90, 62, 90);
    teo.room.send(Uint8Array.of(0x90, 40, 90));
    await expectLit(mara, [40, 62]);
    await mara.getByRole('button', { name: 'All notes off' }).click();
    await expectLit(mara, []);
    await expect.poll(() => teo.heard.map(({ bytes }) => bytes.join(' '))).toContain('176 120 0');
    expect(teo.heard.map(({ bytes }) => bytes.join(' '))).toContain('128 62 64');
  });

  await test.step('held keys come up when it is unplugged', async () => {
    await keyboard.send(0x90, 48, 90);
    await keyboard.send(0x90, 55, 90);
    await keyboard.send(0x90, 48, 0);
    await expectLit(mara, [55]);
    await keyboard.unplug();
    await expectLit(mara, []);
    await expect.poll(() => teo.heard.map(({ bytes }) => bytes)).toContainEqual([0x80, 55, 64]);
  });
  await teo.leave();
});

test(
  'a keyboard is split, transposed and remembered, keys that were down end their own notes, and presets are made',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer({ colorScheme: 'light' });
    const keyboard = await plugIn(mara, 'Launchkey Mini MK3');
    const link = await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Two hands' });
    const teo = await outsidePlayer(link, 'teo');
    await mara.getByRole('button', { name: 'Connect a MIDI keyboard' }).click();
    await mara.getByRole('button', { name: 'MIDI input settings' }).click();
    await mara.getByRole('combobox', { name: 'Preset' }).selectOption('1 Bass and piano');
    await mara.getByLabel('Transpose').selectOption('+2 semitones');
    await mara.getByLabel('Velocity curve').selectOption('Fixed');
    await mara.screenshot({ path: `${artifacts}/input-light.png` });
    // The settings and the notes reach the worker by different ways.
    const heard = () => teo.heard.map(({ bytes }) => bytes);
    const struck = async () => {
      await keyboard.send(0x90, 60, 1);
      await keyboard.send(0x80, 60, 64);
      return heard();
    };
    await expect.poll(struck).toContainEqual([0x90, 62, 96]);
    await keyboard.send(0x90, 48, 1);
    await keyboard.send(0x90, 72, 127);
    const down = [
      [0xc1, 32],
      [0x91, 50, 96],
      [0x90, 74, 96],
    ];
    await expect.poll(() => heard().slice(-3)).toEqual(down);
    await mara.getByLabel('Transpose').selectOption('Off');
    await keyboard.send(0x80, 48, 64);
    await keyboard.send(0x80, 72, 64);
    const up = [
      [0x81, 50, 64],
      [0x80, 74, 64],
    ];
    await expect.poll(() => heard().slice(-5)).toEqual([...down, ...up]);
    await mara.reload();
    await mara.getByRole('button', { name: 'MIDI input settings' }).click();
    await expect(mara.getByRole('combobox', { name: 'Preset' })).toHaveValue('0');

    // Its zones are changed into another preset, which a program change then chooses.
    await mara.getByRole('button', { name: 'All MIDI settings' }).click();
    const settings = mara.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('button', { name: 'Add a layer' }).click();
    await expect(settings.getByRole('listitem', { name: 'Zone 3' })).toBeVisible();
    const sound = settings.getByRole('listitem', { name: 'Zone 3' }).getByRole('button', { name: 'Sound' });
    await sound.click();
    const sounds = mara.getByRole('dialog', { name: 'Sound' });
    await expect(sounds.getByRole('radio', { name: 'Drum kit' })).toHaveCount(0);
    await sounds.getByRole('searchbox').fill('church');
    await sounds.getByText('Church organ').click();
    await mara.screenshot({ path: `${artifacts}/zones-light.png` });
    await mara.keyboard.press('Escape');
    await expect(sound).toHaveText('Church organ');
    await settings.getByLabel('Name of the preset').fill('Three sounds');
    await settings.getByRole('button', { name: 'Save as preset' }).click();
    await settings.getByText('Program changes select presets').click();
    await settings.getByRole('combobox', { name: 'Preset' }).selectOption('My instrument');
    await keyboard.send(0xc0, 2);
    await expect(mara.getByText('Preset: Three sounds', { exact: true }).first()).toBeVisible();
    await keyboard.send(0x90, 40, 1);
    await expect
      .poll(() => heard().slice(-4))
      .toEqual([
        [0xc1, 32],
        [0xc2, 19],
        [0x91, 40, 96],
        [0x92, 40, 96],
      ]);
    await keyboard.send(0x80, 40, 64);
    await teo.leave();
  },
);

test('a touch screen opens with keys for fingers, which slide over them, and a chosen size is remembered', async ({
  server,
  testPlayer,
}) => {
  const page = await testPlayer({ viewport: { width: 1180, height: 820 }, touch: true });
  await page.goto(`${server.url}/practice`);
  const inSight = () =>
    page.locator('[data-note]').evaluateAll((keys) => {
      const box = keys[0]?.closest('.piano')?.getBoundingClientRect() ?? new DOMRect();
      return keys.filter((key) => {
        const { left, right } = key.getBoundingClientRect();
        return key.matches('.white') && left > box.left - 1 && right < box.right + 1;
      }).length;
    });
  // Two octaves of keys that fingers can hit.
  await expect.poll(inSight).toBe(15);
  await page.getByRole('button', { name: 'More keys' }).click();
  await page.getByRole('button', { name: 'Higher keys' }).click();
  await page.reload();
  await expect.poll(inSight).toBe(22);
  const [from, to] = [await keyCenter(page, 67), await keyCenter(page, 72)];
  const lit = await watchLit(page);
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  await expectLit(page, [67]);
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const x = from.x + (to.x - from.x) * part;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: from.y }] });
  }
  await expectLit(page, [72]);
  await page.screenshot({ path: `${artifacts}/zoomed-tablet-dark.png` });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expectLit(page, []);
  expect((await lit()).sort()).toEqual([67, 69, 71, 72]);
});
