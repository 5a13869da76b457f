import { expect, test } from 'vitest';
import { lanSettings } from './lan-settings.ts';

test('S2.11: at a terminal the log says only what is wrong, so that the invitation and its QR code stay readable', () => {
  expect(lanSettings({}, { isTerminal: true })['ROOMTONE_LOG_LEVEL']).toBe('warn');
  expect(lanSettings({ ROOMTONE_LOG_LEVEL: 'debug' }, { isTerminal: true })['ROOMTONE_LOG_LEVEL']).toBe('debug');
  expect(lanSettings({})['ROOMTONE_LOG_LEVEL']).toBeUndefined();
});
