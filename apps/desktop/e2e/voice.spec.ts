import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { isLong } from '../../../testing/long-runs.ts';
import { expectAccessible } from './accessibility.ts';
import { arrive, arriveInNewRoom } from './arrivals.ts';
import { chromium } from './chromium.ts';
import { expectInside } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';

/** The sound in every fake microphone: a tone that swells and falls, as speech does, so that no filter takes it for noise. */
const spoken = resolve(artifacts, 'spoken.wav');
writeFileSync(spoken, spokenTone());

test.use({
  launchOptions: {
    ...chromium,
    args: [
      ...(chromium.args ?? []),
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${spoken}`,
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
});

/** The row of somebody in the list of players. */
const row = (page: Page, name: string) => page.locator('.player', { hasText: name });

/** The loudest of the voices that a page gets, from their samples: root mean square over half a second. */
const loudness = (page: Page) =>
  page.evaluate(async () => {
    const context = new AudioContext();
    const tracks = (globalThis as unknown as { voiceTracks(): MediaStreamTrack[] }).voiceTracks();
    const analysers = tracks.map((track) => {
      const analyser = new AnalyserNode(context, { fftSize: 16_384 });
      context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
      return analyser;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const levels = analysers.map((analyser) => {
      const samples = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    });
    await context.close();
    return levels.filter((level) => level > 0.005).length;
  });

/** Lets loudness() find the tracks of the page's WebRTC connections. */
function keepTracks(): void {
  const tracks = new Set<MediaStreamTrack>();
  const Native = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      this.addEventListener('track', ({ track }) => tracks.add(track));
    }
  };
  Object.assign(globalThis, {
    voiceTracks: () => [...tracks].filter(({ readyState, muted }) => readyState === 'live' && !muted),
  });
}

test('R27.8: people talk and hear each other; a microphone closes while its owner plays, opens while V is held, and nobody hears who is muted', async ({
  server,
  testPlayer,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, touch: true, locale: 'de-DE', colorScheme: 'light' } as const;
  const [mara, teo] = [await testPlayer(), await testPlayer()];
  // Each microphone and each voice takes a part of a core.
  const third = isLong ? await testPlayer(phone) : undefined;
  const all = [mara, teo, ...(third === undefined ? [] : [third])];
  for (const page of all) await page.addInitScript(keepTracks);
  const names = [newName('mara'), newName('teo'), newName('ines')] as const;
  const link = await arriveInNewRoom(mara, server.url, names[0], { roomName: 'Between songs', roomType: 'private' });
  await arrive(teo, link, names[1]);
  if (third !== undefined) await arrive(third, link, names[2]);
  await expectInside(teo, 'Between songs');
  if (third !== undefined) await expect(third.getByRole('heading', { name: 'Between songs' })).toBeVisible();

  // One who talks is heard by all, also by those who have pressed nothing.
  await mara.getByRole('button', { name: 'Talk', exact: true }).click();
  await expect(mara.getByRole('region', { name: 'Talking' })).toContainText('Your microphone is open');
  for (const page of all.slice(1)) {
    await expect.poll(() => loudness(page)).toBe(1);
  }
  await teo.getByRole('button', { name: 'Talk', exact: true }).click();
  await third?.getByRole('button', { name: 'Sprechen', exact: true }).click();
  await expect.poll(() => loudness(mara)).toBe(all.length - 1);
  await expect(row(mara, names[1])).toHaveAttribute('data-speaking', '');
  await mara.screenshot({ path: `${artifacts}/voice-dark.png` });
  if (third !== undefined) {
    await expect.poll(() => loudness(third)).toBe(2);
    await expect(row(mara, names[2])).toHaveAttribute('data-speaking', '');
    await third.screenshot({ path: `${artifacts}/voice-phone.png` });
    await third.getByRole('button', { name: 'Einstellungen zum Sprechen' }).click();
    const level = () => third.locator('.voice-level i').evaluate((bar) => Number(bar.style.scale.split(' ')[0]));
    await expect.poll(level).toBeGreaterThan(0.2);
    await third.screenshot({ path: `${artifacts}/voice-phone-settings.png` });
  }

  // Playing closes the microphone, and a second after the last note it opens.
  await mara.getByRole('heading', { name: 'Between songs' }).click();
  await mara.keyboard.press('KeyA');
  await expect(mara.getByRole('region', { name: 'Talking' })).toContainText('Closed while you play');
  await expect(mara.getByRole('region', { name: 'Talking' })).toContainText('Your microphone is open');

  // Hold to talk, by the keyboard alone.
  await mara.getByRole('button', { name: 'Voice settings' }).press('Enter');
  await mara.getByText('Push to talk').click();
  await expect(mara.getByRole('dialog', { name: 'Voice settings' })).toContainText('Microphone level');
  await mara.screenshot({ path: `${artifacts}/voice-settings.png` });
  await expectAccessible(mara);
  await mara.keyboard.press('Escape');
  await expect(mara.getByRole('region', { name: 'Talking' })).toContainText('Hold the button or V');
  await expect(row(teo, names[0])).not.toHaveAttribute('data-speaking', '');
  await mara.getByRole('heading', { name: 'Between songs' }).click();
  await mara.keyboard.down('KeyV');
  await expect(row(teo, names[0])).toHaveAttribute('data-speaking', '');
  await mara.keyboard.up('KeyV');
  await expect(row(teo, names[0])).not.toHaveAttribute('data-speaking', '');

  // Nobody hears who is muted, and they are told.
  await expect(row(mara, names[1])).toHaveAttribute('data-speaking', '');
  await mara.getByRole('button', { name: `More about ${names[1]}` }).click();
  await mara.getByRole('menuitem', { name: 'Mute for everyone' }).click();
  await mara.getByRole('dialog').getByRole('button', { name: 'Mute for everyone' }).click();
  await expect(row(mara, names[1])).not.toHaveAttribute('data-speaking', '');
  await expect(teo.getByRole('alert')).toContainText('You are muted in this room for now.');
  await expect(row(mara, names[1])).not.toContainText('mic on');

  if (third === undefined) return;
  // Those who stop are not shown as talking any more.
  await third.keyboard.press('Escape');
  await third.getByRole('button', { name: /: Nicht mehr sprechen$/ }).click();
  await expect(row(mara, names[2])).not.toHaveAttribute('data-speaking', '');
  await expect(row(mara, names[2])).not.toContainText('mic on');
});

/** Two seconds of 600 Hz at half of full scale, which swell four times a second: 16 bits, 48 kHz. */
function spokenTone(): Buffer {
  const [rate, count] = [48_000, 96_000];
  const wave = Buffer.alloc(44 + count * 2);
  wave.write('RIFF', 0);
  wave.writeUInt32LE(36 + count * 2, 4);
  wave.write('WAVEfmt ', 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(rate, 24);
  wave.writeUInt32LE(rate * 2, 28);
  wave.writeUInt16LE(2, 32);
  wave.writeUInt16LE(16, 34);
  wave.write('data', 36);
  wave.writeUInt32LE(count * 2, 40);
  for (let index = 0; index < count; index++) {
    const swell = 0.5 - 0.5 * Math.cos((2 * Math.PI * 4 * index) / rate);
    const sample = 16_000 * swell * Math.sin((2 * Math.PI * 600 * index) / rate);
    wave.writeInt16LE(Math.round(sample), 44 + index * 2);
  }
  return wave;
}
