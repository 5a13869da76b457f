import type { BaseWindow, MessageBoxOptions } from 'electron';
import { expect, it } from 'vitest';
import { createMessages } from './messages.ts';

function messages(window: BaseWindow | undefined) {
  const shown: unknown[][] = [];
  const showMessageBox = async (...given: unknown[]) => {
    shown.push(given);
    return { response: 1, checkboxChecked: false };
  };
  return { shown, show: createMessages({ dialog: { showMessageBox }, window: () => window }) };
}

const options: MessageBoxOptions = { type: 'info', message: 'Hello' };

it('a message belongs to a window, because on macOS it would stop everything without one', async () => {
  const window = {} as BaseWindow;
  const { shown, show } = messages(window);
  expect(await show(options)).toBe(1);
  expect(shown).toEqual([[window, { ...options, title: 'Roomtone' }]]);
});

it('a message without any window open is shown on its own', async () => {
  const { shown, show } = messages(undefined);
  await show(options);
  expect(shown).toEqual([[{ ...options, title: 'Roomtone' }]]);
});
