import { expectLit, litKeys, openRoom, signUp } from './stories.ts';
import { artifacts, expect, newName, test } from './test-players.ts';
import { plugIn } from './web-midi.ts';

test('a MIDI keyboard that is switched off does not play, and its held notes end', async ({ server, testPlayer }) => {
  const mara = await testPlayer();
  const keyboard = await plugIn(mara, 'Launchkey Mini MK3');
  await mara.goto(server.url);
  await signUp(mara, newName('mara'));
  await openRoom(mara, 'Two keyboards');
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
});
