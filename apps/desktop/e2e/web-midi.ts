import type { Page } from '@playwright/test';
import type { KeyboardInPage } from './page-globals.ts';

/** A MIDI keyboard that a page finds plugged in. */
export interface MidiKeyboard {
  send(...bytes: number[]): Promise<void>;
  unplug(): Promise<void>;
}

/**
 * Plugs a keyboard in before the page loads. Chromium has no MIDI hardware here, so this imitates the least that Web MIDI
 * allows.
 */
export async function plugIn(page: Page, name: string): Promise<MidiKeyboard> {
  await page.addInitScript((deviceName) => {
    const input = Object.assign(new EventTarget(), {
      id: '1',
      name: deviceName,
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
    globalThis.midiKeyboard = {
      send: (...bytes) => fire(input, 'midimessage', { data: Uint8Array.from(bytes) }, input.onmidimessage),
      unplug: () => {
        input.state = 'disconnected';
        access.inputs.delete('1');
        fire(access, 'statechange', { port: input }, access.onstatechange);
      },
    };
  }, name);
  const inPage = (action: keyof KeyboardInPage, bytes: number[]) =>
    page.evaluate(
      ([method, data]) => {
        globalThis.midiKeyboard[method](...data);
      },
      [action, bytes] as const,
    );
  return { send: (...bytes) => inPage('send', bytes), unplug: () => inPage('unplug', []) };
}
