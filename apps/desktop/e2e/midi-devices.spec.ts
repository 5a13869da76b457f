import { arriveInNewRoom } from './arrivals.ts';
import { checkScreen } from './check-screen.ts';
import { expectLit, litKeys } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { plugIn } from './web-midi.ts';
import { longRunsOnly } from './where-it-runs.ts';

test(
  'a MIDI keyboard that is switched off does not play, and its held notes end',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer();
    const keyboard = await plugIn(mara, 'Launchkey Mini MK3');
    await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Two keyboards' });
    await mara.getByRole('button', { name: 'Connect a MIDI keyboard' }).click();
    await keyboard.send(0x90, 48, 90);
    await expectLit(mara, [48]);
    await mara.getByRole('button', { name: 'MIDI input settings' }).click();
    const plays = mara.getByRole('switch', { name: 'Play with Launchkey Mini MK3' });
    await mara.screenshot({ path: `${artifacts}/midi-devices.png` });
    await plays.uncheck();
    await expectLit(mara, []);
    await keyboard.send(0x90, 50, 90);
    await plays.check();
    // The switch and the note reach the worker by different ways.
    const struck = async () => {
      await keyboard.send(0x90, 52, 90);
      return Object.keys(await litKeys(mara));
    };
    await expect.poll(struck).toEqual(['52']);
  },
);

test(
  'a pad that has learned to start the metronome plays no note, until that is removed',
  longRunsOnly,
  async ({ server, testPlayer }) => {
    const mara = await testPlayer();
    const keyboard = await plugIn(mara, 'Launchkey Mini MK3');
    await arriveInNewRoom(mara, server.url, newName('mara'), { roomName: 'Pads' });
    await mara.getByRole('button', { name: 'Connect a MIDI keyboard' }).click();
    await mara.getByRole('button', { name: 'MIDI input settings' }).click();
    await mara.getByRole('button', { name: 'All MIDI settings' }).click();
    const settings = mara.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('button', { name: 'Learn Metronome' }).click();
    await expect(settings.getByText('Press a pad, pedal or key')).toBeVisible();
    // The wish reaches the worker in time: both take the same way, before the note.
    await keyboard.send(0x99, 36, 90);
    await keyboard.send(0x89, 36, 64);
    await expect(settings).toContainText('Note C2 · channel 10 · Launchkey Mini MK3');
    await settings.getByRole('button', { name: 'Learn Octave up' }).click();
    await keyboard.send(0xb0, 20, 127);
    await expect(settings).toContainText('Controller 20 · channel 1');
    await settings.getByRole('button', { name: 'Learn Metronome' }).click();
    await mara.keyboard.press('F9');
    await expect(settings).toContainText('Key F9');
    await checkScreen(mara, 'settings-midi');
    await settings.getByRole('tab', { name: 'Sound' }).click();
    await checkScreen(mara, 'settings-sound');
    await mara.setViewportSize({ width: 1440, height: 900 });
    await mara.keyboard.press('Escape');

    const metronome = mara.getByRole('button', { name: /^Metronome/ });
    await keyboard.send(0x99, 36, 90);
    await expect(metronome).toHaveAttribute('data-running', '');
    await keyboard.send(0x89, 36, 64);
    expect(await litKeys(mara)).toEqual({});
    // A Bluetooth pedal sends keys.
    await mara.keyboard.press('F9');
    await expect(metronome).not.toHaveAttribute('data-running', '');
    await mara.keyboard.press('F9');
    await expect(metronome).toHaveAttribute('data-running', '');
    await keyboard.send(0xb0, 20, 0);
    await keyboard.send(0xb0, 20, 127);
    await expect(mara.getByText('MIDI keyboards: +12 semitones', { exact: true })).toBeVisible();
    await keyboard.send(0x90, 48, 90);
    await expectLit(mara, [60]);
    await keyboard.send(0x80, 48, 64);

    // Remembered for the device by the next page, too.
    await mara.reload();
    await expect(mara.getByRole('heading', { name: 'Pads' })).toBeVisible();
    await keyboard.send(0x99, 36, 90);
    await expect(metronome).not.toHaveAttribute('data-running', '');
    await mara.getByRole('button', { name: 'MIDI input settings' }).click();
    await mara.getByRole('button', { name: 'All MIDI settings' }).click();
    await settings.getByRole('button', { name: 'Remove Metronome from Launchkey Mini MK3' }).click();
    await mara.keyboard.press('Escape');
    const struck = async () => {
      await keyboard.send(0x99, 36, 90);
      return Object.keys(await litKeys(mara));
    };
    await expect.poll(struck).toEqual(['48']);

    await mara.goto(`${server.url}/help.html`);
    await expect(mara.getByRole('heading', { name: 'MIDI learn' })).toBeVisible();
    await checkScreen(mara, 'help');
  },
);
