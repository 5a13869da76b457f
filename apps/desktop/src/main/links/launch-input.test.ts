import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { expect, it } from 'vitest';
import { LaunchInput } from './launch-input.ts';

it.each([
  ['link', 'open-url', 'roomtone:'],
  ['file', 'open-file', '/music/'],
] as const)('a %s waits until something handles it, wherever it came from', (what, event, start) => {
  const app = new EventEmitter();
  // LaunchInput uses only the app's events and its method to claim links.
  const asApp = app as unknown as App;
  const input = new LaunchInput(asApp, what, `${start}first`);
  expect(input.handoverData).toEqual({ [what]: `${start}first` });
  let prevented = 0;
  app.emit(event, { preventDefault: () => prevented++ }, `${start}second`);
  const taken: string[] = [];
  input.open((each) => taken.push(each));
  for (const handoverData of [{ [what]: `${start}third` }, { [what]: null }, { other: 'x' }, 'junk', null]) {
    app.emit('second-instance', {}, [], '', handoverData);
  }
  expect(taken).toEqual(['first', 'second', 'third'].map((each) => start + each));
  expect(prevented).toBe(1);
  expect(new LaunchInput(asApp, what, undefined).handoverData).toEqual({ [what]: null });
});
