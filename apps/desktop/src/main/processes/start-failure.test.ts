import { expect, it } from 'vitest';
import { stringsFor } from '../strings.ts';
import { failToStart } from './start-failure.ts';

function fail(showErrorBox: (title: string, text: string) => void): { exits: unknown[]; written: unknown[][] } {
  const exits: unknown[] = [];
  const written: unknown[][] = [];
  const parts = {
    app: { exit: (code?: number) => void exits.push(code) },
    dialog: { showErrorBox },
    log: { path: '/logs/crashes.log', write: (...entry: unknown[]) => void written.push(entry) },
    strings: stringsFor(['en']),
  };
  try {
    failToStart(parts, new Error('the settings are a folder'));
  } catch {
    // The error that the box threw is not of interest here.
  }
  return { exits, written };
}

it('a failure during the start is logged, shown and ends the app', () => {
  const boxes: string[] = [];
  const { exits, written } = fail((title, text) => void boxes.push(`${title} ${text}`));
  expect(boxes).toEqual(['Roomtone can’t start the settings are a folder\n\nSee /logs/crashes.log for details.']);
  expect(written).toEqual([['the app could not start', new Error('the settings are a folder')]]);
  expect(exits).toEqual([1]);
});

it('ends the app even if the error cannot be shown', () => {
  const { exits } = fail(() => {
    throw new Error('no display');
  });
  expect(exits).toEqual([1]);
});
