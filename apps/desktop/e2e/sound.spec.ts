import { BasicSoundBank } from 'spessasynth_core';
import { networkName, wholeChromium } from './chromium.ts';
import { expectPiano, heard, listenIn, pitch } from './stories.ts';
import { expect, test } from './test-players.ts';
import { plugIn } from './web-midi.ts';

// Full Chromium, because the headless shell has no audio devices.
test.use({ launchOptions: wholeChromium });

const middleC = 'KeyA';
/** True for a click of the metronome, at a bar line or within a bar. */
const isClick = (hz: number) => [1_568, 1_047].some((pitchHz) => Math.abs(hz / pitchHz - 1) < 0.02);

test('a General MIDI instrument loads when chosen, and the player’s own SoundFont replaces it and is remembered', async ({
  server,
  testPlayer,
}) => {
  const mara = await testPlayer({ roomy: true });
  await listenIn(mara);
  const sounds: string[] = [];
  mara.on('request', (request) => void (request.url().includes('/sounds') && sounds.push(request.url())));
  await mara.goto(`${server.url}/practice`);
  await mara.getByRole('heading', { name: 'Practice room' }).click();
  await expect(mara.locator('[data-audio=on]')).toBeVisible();
  // A computed voice plays the first note, and only then is the piano fetched.
  expect(sounds).toEqual([]);
  await expectHeld(mara, middleC, 60);
  await expectPiano(mara);

  await mara.getByRole('button', { name: 'Instrument and color' }).click();
  const came = mara.waitForResponse(/program-73-.*\.sf3/);
  await mara.getByRole('radiogroup', { name: 'Other instruments' }).getByText('Flute', { exact: true }).click();
  expect((await came).headers()['cache-control']).toContain('immutable');
  await expect(mara.getByRole('list', { name: 'Players' })).toContainText('Flute');
  await expect(mara.getByText('Loading: Flute')).toHaveCount(0);
  await mara.keyboard.press('Escape');
  await mara.getByRole('heading', { name: 'Practice room' }).click();
  await expectHeld(mara, middleC, 60);

  const own = Buffer.from(BasicSoundBank.getSampleSoundBankFile());
  await mara.getByRole('button', { name: /^Sound on/ }).click();
  const chooser = mara.getByLabel('Load a SoundFont');
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no sound font') });
  await expect(mara.getByRole('alert')).toContainText('isn’t a SoundFont');
  await chooser.setInputFiles({ name: 'mine.sf2', mimeType: 'application/octet-stream', buffer: own });
  await expect(mara.getByText('mine.sf2')).toBeVisible();

  await mara.reload();
  await mara.getByRole('heading', { name: 'Practice room' }).click();
  await mara.getByRole('button', { name: /^Sound on/ }).click();
  await expect(mara.getByText('mine.sf2')).toBeVisible();
  await mara.getByRole('button', { name: 'Use Roomtone instruments' }).click();
  await expect(mara.getByText('Roomtone instruments')).toBeVisible();
});

test('over plain http the piano still plays, and the page explains why it is simple and offers https', async ({
  server,
  testPlayer,
}) => {
  const mara = await testPlayer();
  await listenIn(mara);
  const address = server.url.replace('127.0.0.1', networkName);
  await mara.goto(`${address}/practice`);
  await mara.getByRole('heading', { name: 'Practice room' }).click();
  await expect(mara.locator('[data-audio=simple]')).toBeVisible();
  await expect(mara.getByRole('link', { name: 'Use https for full sound' })).toHaveAttribute(
    'href',
    `${address.replace('http:', 'https:')}/practice`,
  );
  await expectHeld(mara, middleC, 60);
  await expectPiano(mara);
  await expectHeld(mara, middleC, 60);
  await expect(mara.locator('.status')).toHaveAttribute('data-voices', '0');

  await mara.getByRole('button', { name: /^Metronome/ }).click();
  await mara.getByLabel('Count in one bar').uncheck();
  await mara.getByRole('button', { name: 'Start' }).click();
  await expect.poll(async () => (await heard(mara)).some(isClick), { intervals: [90] }).toBe(true);
});

test('sound goes to the output device that the player chooses, also next time', async ({ server, testPlayer }) => {
  const mara = await testPlayer();
  await mara.context().grantPermissions(['microphone']);
  await mara.addInitScript(() => {
    const chosen: string[] = [];
    const { setSinkId } = AudioContext.prototype as AudioContext & { setSinkId(id: string): Promise<void> };
    Object.assign(AudioContext.prototype, {
      async setSinkId(this: AudioContext, id: string) {
        await setSinkId.call(this, id);
        chosen.push(id);
      },
    });
    globalThis.roomtoneSinks = chosen;
  });
  const sinks = () => mara.evaluate(() => globalThis.roomtoneSinks);
  await mara.goto(`${server.url}/practice`);
  await mara.getByRole('heading', { name: 'Practice room' }).click();
  await mara.getByRole('button', { name: /^Sound on/ }).click();
  await mara.getByRole('button', { name: 'Choose another device' }).click();
  const outputs = mara.getByRole('combobox', { name: 'Output device' });
  const device = await outputs.getByRole('option', { name: 'Fake Audio Output 2' }).getAttribute('value');
  await outputs.selectOption('Fake Audio Output 2');
  await expect.poll(sinks).toEqual([device]);
  await expect(outputs).toHaveValue(device ?? '');
  await mara.reload();
  await mara.getByRole('heading', { name: 'Practice room' }).click();
  await expect.poll(sinks).toEqual([device]);
  // Another latency starts the sound again, on the same device.
  await mara.getByRole('button', { name: /^Sound on/ }).click();
  await mara.getByRole('button', { name: 'All sound settings' }).click();
  await mara.getByRole('combobox', { name: 'Latency' }).selectOption('Balanced');
  await expect.poll(sinks).toEqual([device, device]);
  await expect(mara.getByText(/^Measured now: \d+ ms/)).toBeVisible();
  await expect(mara.locator('[data-audio=on]')).toBeVisible();
});

test('128 voices sound at once, and the sound panel shows their cost on the audio thread', async ({
  server,
  testPlayer,
}) => {
  const mara = await testPlayer({ roomy: true });
  await plugIn(mara, 'Launchkey Mini MK3');
  await mara.goto(`${server.url}/practice`);
  await mara.getByRole('heading', { name: 'Practice room' }).click();
  await mara.getByRole('button', { name: 'Connect a MIDI keyboard' }).click();
  await expect(mara.getByRole('contentinfo')).toContainText('Launchkey');
  await mara.getByRole('button', { name: 'Instrument and color' }).click();
  // An organ's notes do not fade while they are held.
  const came = mara.waitForResponse(/program-16-.*\.sf3/);
  await mara.getByText('Organ', { exact: true }).click();
  await came;
  await expect(mara.getByText('Loading: Organ')).toHaveCount(0);
  await mara.keyboard.press('Escape');
  await mara.getByRole('button', { name: /^Sound on/ }).click();
  const load = mara.locator('.sound-panel .load');
  await mara.evaluate(() => {
    for (let key = 0; key < 128; key++) globalThis.midiKeyboard.send(0x90, key, 100);
  });
  await expect(load).toHaveText(/^[1-9]\d*%, 1[2-9]\d voices$/);
  console.log(`128 voices in the browser: ${await load.textContent()}`);
});

/** Checks that a key sounds at its pitch exactly while it is held. */
async function expectHeld(page: Parameters<typeof heard>[0], key: string, note: number): Promise<void> {
  await page.keyboard.down(key);
  const isAtPitch = (hz: number) => Math.abs(hz / pitch(note) - 1) < 0.02;
  // A decaying note soon becomes too quiet.
  await expect.poll(async () => (await heard(page)).some(isAtPitch), { intervals: [90] }).toBe(true);
  await page.keyboard.up(key);
  await expect.poll(() => heard(page)).toEqual([]);
}
