import { existsSync } from 'node:fs';
import type { MidiReport, MidiRequest } from '../src/shared/midi-messages.ts';
import { type DesktopApp, expect, test } from './desktop-app.ts';
import { outsidePlayer } from './outside-player.ts';
import { openRoom } from './stories.ts';
import { artifacts } from './test-players.ts';

const hasSequencer = process.platform !== 'linux' || existsSync('/dev/snd/seq');

test('the app gets this machine’s MIDI without the page; a machine without MIDI says so, and playing works all the same', async ({
  startApp,
}) => {
  const { page } = await startApp();
  await openRoom(page, 'By hand');
  const heard = hasSequencer ? /MIDI/ : 'No MIDI on this computer. Play with letter keys or mouse';
  await expect(page.locator('footer').getByText(heard)).toBeVisible();
  await page.getByRole('group', { name: 'Piano' }).click();
  await expect(page.locator('[data-played]')).toBeVisible();
});

/** Replaces the process for MIDI devices; resolves with a function that returns the window's requests. */
async function playDevices(app: DesktopApp, outputs: readonly string[]): Promise<() => Promise<MidiRequest[]>> {
  await app.evaluate(({ BrowserWindow, MessageChannelMain }, names) => {
    const { port1, port2 } = new MessageChannelMain();
    globalThis.roomtoneAsked = [];
    port1.on('message', ({ data }) => {
      globalThis.roomtoneAsked.push(data);
      const hereUs = performance.now() * 1_000;
      if (data.kind === 'clock') port1.postMessage({ kind: 'clock', askedUs: data.askedUs, hereUs });
    });
    port1.start();
    const reports: MidiReport[] = [
      { kind: 'capabilities', hasMidi: true, hasOutputs: true, canMakePorts: true, sharesClock: false },
      { kind: 'devices', inputs: [], outputs: names, busy: [] },
    ];
    for (const report of reports) port1.postMessage(report);
    BrowserWindow.getAllWindows()[0]?.webContents.postMessage('midi.port', null, [port2]);
  }, outputs);
  return () => app.evaluate(() => globalThis.roomtoneAsked);
}

test('decision 011: a synth gets each player’s notes on a chosen channel, the loops, and the room’s beat as MIDI clock', async ({
  startApp,
}) => {
  const app = await startApp();
  const { page } = app;
  await openRoom(page, 'Rack');
  const place = await page.evaluate(() => globalThis.roomtone.windowServer());
  const teo = await outsidePlayer(`${place.url}${new URL(page.url()).pathname}`, 'teo');
  const asked = await playDevices(app, ['Blofeld', 'Rack']);
  const kinds = async (kind: MidiRequest['kind']) => (await asked()).filter((request) => request.kind === kind);
  await page.getByRole('button', { name: 'MIDI input settings' }).click();
  await page.getByLabel('Send others’ notes and loops to').selectOption('Blofeld');
  await page.getByLabel(`${teo.name}’s channel`).selectOption('5');
  await page.getByLabel('Send MIDI clock to').selectOption('Rack');
  await page.getByRole('switch', { name: 'One port per player' }).check();
  await page.screenshot({ path: `${artifacts}/desktop-midi-outputs.png` });
  const plan = async () => (await kinds('outputs')).at(-1);
  await expect.poll(plan).toMatchObject({ plan: { synth: 'Blofeld', clock: 'Rack' } });
  await expect.poll(plan).toMatchObject({ plan: { channels: [[expect.any(Number), 5]] } });
  await expect.poll(plan).toMatchObject({ plan: { ports: [[expect.any(Number), expect.stringContaining(teo.name)]] } });

  teo.room.send(Uint8Array.of(0x90, 64, 80));
  await expect.poll(async () => (await kinds('notes')).length).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Metronome/ }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect.poll(async () => (await kinds('beat-clock')).length).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Loops', exact: true }).click();
  await page.getByRole('button', { name: 'Play an easy beat' }).click();
  await expect.poll(plan).toMatchObject({ plan: { loopsPort: 'Roomtone Loops' } });
  await expect.poll(async () => (await kinds('loop')).length).toBeGreaterThan(0);
  await teo.leave();
  await expect.poll(plan).toMatchObject({ plan: { channels: [], ports: [] } });
});
