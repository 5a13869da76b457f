import { beforeEach, expect, it } from 'vitest';
import { sheetLimits } from '../../../../../shared/sheet-file.ts';
import type { CurrentBeat } from '../../playing/metronome/beat-lights.ts';
import { InterruptedSheets } from './interrupted-sheets.ts';
import type { ReadSheet } from './reading/read-in-worker.ts';
import { SheetController, type SheetSurroundings } from './sheet-controller.ts';
import { noSheet, useSheet } from './sheet-store.ts';

const stand = { sheetId: 'sheet 1', measure: 3, beat: 0, isLed: true };
const file = () => new File(['x'], 'song.abc');
let read: string[];
let beat: CurrentBeat;

/** A controller on a page that has just been loaded; what it reads has so many notes. */
const newPage = (notes: number) => {
  useSheet.setState(noSheet);
  // Nothing else of a sheet is asked for here.
  const sheet = { kind: 'abc', notes: Array(notes), staves: [''], order: [0], parts: [] };
  const answer = { sheet, played: { tracks: [], tempos: [], startsUs: [0, 1] } } as unknown as ReadSheet;
  const surroundings = { position: () => undefined, beat: () => beat } as unknown as SheetSurroundings;
  return new SheetController(
    surroundings,
    async (name) => {
      read.push(name);
      return answer;
    },
    new InterruptedSheets(),
  );
};

beforeEach(() => {
  beat = { bar: undefined, beat: 1, count: 0, beatsPerBar: 4 };
  read = [];
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });
  return () => {
    Reflect.deleteProperty(globalThis, 'localStorage');
    useSheet.setState(noSheet);
  };
});

it('R24.3: somebody else’s large sheet waits until the user opens it, and is then where everybody reads', async () => {
  const sheets = newPage(sheetLimits.unaskedNotes + 1);
  await sheets.open(file(), stand);
  expect(useSheet.getState()).toMatchObject({ sheet: undefined, held: { name: 'song', reason: 'large' } });
  sheets.startShared({ measure: 5, beat: 0, isLed: true });
  await sheets.openHeld();
  expect(useSheet.getState()).toMatchObject({ held: undefined, sharedId: 'sheet 1', startAt: 5 });
  expect(useSheet.getState().sheet).toBeDefined();
});

it('R24.3: a sheet at the bound opens by itself, and the user’s own always does', async () => {
  await newPage(sheetLimits.unaskedNotes).open(file(), stand);
  expect(useSheet.getState().sheet).toBeDefined();
  await newPage(sheetLimits.unaskedNotes + 1).open(file());
  expect(useSheet.getState().sheet).toBeDefined();
});

it('R24.3: a sheet that was being drawn when the page ended is neither read nor drawn by itself again', async () => {
  const before = newPage(1);
  await before.open(file(), stand);
  before.drawing(true);
  // The page ends here.
  const after = newPage(1);
  read = [];
  await after.open(file(), stand);
  expect([read, useSheet.getState().held?.reason]).toEqual([[], 'interrupted']);
  await after.open(file(), { ...stand, sheetId: 'another' });
  expect(useSheet.getState().sheet).toBeDefined();
  await after.open(file(), stand);
  await after.openHeld();
  after.drawing(true);
  after.drawing(false);
  await newPage(1).open(file(), stand);
  expect(useSheet.getState().sheet).toBeDefined();
});

it('R24.2: a sheet opens at its first bar however long the click has run, and tells everybody where it goes on from', async () => {
  const sheets = newPage(1);
  const started: number[][] = [];
  Object.assign(sheets.surroundings, { started: (...start: number[]) => started.push(start) });
  beat = { bar: 60, beat: 3, count: 238, beatsPerBar: 4 };
  await sheets.open(file());
  expect([sheets.place(), useSheet.getState().startBeat]).toEqual([{ index: 0, isMoving: false }, 240]);
  await sheets.open(file(), { ...stand, measure: 0, beat: 240, isLed: false });
  sheets.startHere(0);
  expect(started).toEqual([[0, 236]]);
});
