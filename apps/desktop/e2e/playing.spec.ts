import type { Page } from '@playwright/test';
import { expect, newName, test } from './musicians.ts';
import { expectLit, openRoom, signUp } from './stories.ts';

async function keyCenter(page: Page, note: number): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-note="${note}"]`).boundingBox();
  if (box === null) throw new Error(`no key ${note}`);
  // The lower part of a white key belongs to it alone.
  return { x: box.x + box.width / 2, y: box.y + box.height * 0.85 };
}

test('a mouse plays, slides over the keys, and lets go wherever it is released', async ({ server, musician }) => {
  const page = await musician();
  await page.goto(server.url);
  await signUp(page, newName('mara'));
  await openRoom(page, 'Mouse');
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

test('several fingers play a chord on a tablet', async ({ server, musician }) => {
  const page = await musician({ viewport: { width: 1180, height: 820 }, touch: true });
  await page.goto(server.url);
  await signUp(page, newName('ines'));
  await openRoom(page, 'Tablet');
  const fingers = await Promise.all([60, 64, 67].map((note) => keyCenter(page, note)));
  const touch = await page.context().newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers });
  await expectLit(page, [60, 64, 67]);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expectLit(page, []);
});

test('keys that are down come up when the window loses the focus', async ({ server, musician }) => {
  const page = await musician();
  await page.goto(server.url);
  await signUp(page, newName('mara'));
  await openRoom(page, 'Focus');
  await page.keyboard.down('KeyA');
  await expectLit(page, [60]);
  await page.evaluate(() => globalThis.dispatchEvent(new Event('blur')));
  await expectLit(page, []);
});

test('letters typed into the chat are words, not notes', async ({ server, musician }) => {
  const page = await musician();
  await page.goto(server.url);
  await signUp(page, newName('mara'));
  await openRoom(page, 'Words');
  await page.getByLabel('Message').focus();
  await page.keyboard.down('KeyA');
  await expect(page.getByLabel('Message')).toHaveValue('a');
  await expectLit(page, []);
  await page.keyboard.up('KeyA');
});

test('a USB keyboard plays through Web MIDI, and its held keys come up when it is pulled out', async ({
  server,
  musician,
}) => {
  const [mara, teo] = [await musician(), await musician()];
  // Chromium here has no MIDI hardware to find: this one is the least that the Web MIDI specification allows.
  await mara.addInitScript(() => {
    const input = Object.assign(new EventTarget(), {
      id: '1',
      name: 'Launchkey Mini MK3',
      manufacturer: 'Novation',
      type: 'input',
      state: 'connected',
      connection: 'open',
      onmidimessage: null as ((event: object) => void) | null,
      open: async () => input,
      close: async () => input,
    });
    const access = Object.assign(new EventTarget(), {
      inputs: new Map([['1', input]]),
      outputs: new Map(),
      sysexEnabled: false,
      onstatechange: null as ((event: object) => void) | null,
    });
    const fire = (target: EventTarget, type: string, fields: object, handler: ((event: object) => void) | null) => {
      const event = Object.assign(new Event(type), fields);
      target.dispatchEvent(event);
      handler?.(event);
    };
    Object.assign(navigator, { requestMIDIAccess: async () => access });
    Object.assign(globalThis, {
      midiKeyboard: {
        send: (...bytes: number[]) => fire(input, 'midimessage', { data: Uint8Array.from(bytes) }, input.onmidimessage),
        unplug: () => {
          input.state = 'disconnected';
          access.inputs.delete('1');
          fire(access, 'statechange', { port: input }, access.onstatechange);
        },
      },
    });
  });
  const keyboard = (action: 'send' | 'unplug', ...bytes: number[]) =>
    mara.evaluate(
      ([name, data]) => {
        const { midiKeyboard } = globalThis as unknown as {
          midiKeyboard: { send(...bytes: number[]): void; unplug(): void };
        };
        if (name === 'send') midiKeyboard.send(...data);
        else midiKeyboard.unplug();
      },
      [action, bytes] as const,
    );
  await mara.goto(server.url);
  await signUp(mara, newName('mara'));
  const link = await openRoom(mara, 'Hardware');
  await teo.goto(link);
  await signUp(teo, newName('teo'));
  await mara.getByRole('button', { name: 'Connect a MIDI keyboard' }).click();
  await expect(mara.getByText('Launchkey Mini MK3')).toBeVisible();
  await keyboard('send', 0x90, 48, 90);
  await keyboard('send', 0x90, 55, 90);
  await expectLit(teo, [48, 55]);
  await keyboard('send', 0x90, 48, 0);
  await expectLit(teo, [55]);
  await keyboard('unplug');
  await expectLit(teo, []);
});
