import { serviceLimits } from '@roomtone/protocol';
import type { SheetBody } from '@roomtone/sdk';
import { beforeEach, expect, it } from 'vitest';
import type { WorkerClient } from '../app/worker-client.ts';
import type { SheetController } from '../features/sheets/sheet-controller.ts';
import { noSheet, type OpenSheet, useSheet } from '../features/sheets/sheet-store.ts';
import { RoomSheets } from './room-sheets.ts';

type Kept = SheetBody & { readonly sheetId: string; readonly bytes: number };

let kept: Kept[];
let opened: string[];
let sheets: RoomSheets;

const open = (bytes: number, letter = 'a') => {
  const content = new Uint8Array(bytes).fill(letter.charCodeAt(0));
  const sheet = { kind: 'chords', title: 'Stream', composer: '', sections: [] };
  // Nothing else of a sheet is asked for here.
  useSheet.setState({ ...noSheet, sheet: { sheet, bytes: content, name: 'stream' } as unknown as OpenSheet });
};

beforeEach(() => {
  [kept, opened] = [[], []];
  const calls = {
    list: async () => ({ sheets: kept }),
    read: async (_room: string, sheetId: string) => kept.find((each) => each.sheetId === sheetId),
    add: async (_room: string, body: SheetBody) => {
      const sheet = { ...body, sheetId: `sheet ${kept.length}`, bytes: atob(body.data).length };
      kept.push(sheet);
      return sheet;
    },
    open: async (_room: string, { sheetId = '' }) => opened.push(sheetId),
  };
  // The parts of the client and the controller that sharing uses.
  const client = { api: { sheets: calls } } as unknown as WorkerClient;
  sheets = new RoomSheets(client, {} as SheetController, { open: async () => {} }, () => true);
  return () => useSheet.setState(noSheet);
});

it('S34.1: a sheet of 45,000 bytes is opened for everyone; one byte more is not sent, stays open and says how large it is', async () => {
  const most = serviceLimits.sheet.bytes;
  open(most + 1);
  expect(await sheets.share()).toBe(false);
  expect([kept, opened]).toEqual([[], []]);
  expect(useSheet.getState()).toMatchObject({ tooLarge: most + 1, sharedId: '', sheet: { name: 'stream' } });
  open(most);
  expect(await sheets.share()).toBe(true);
  expect(opened).toEqual(['sheet 0']);
  expect(useSheet.getState()).toMatchObject({ tooLarge: undefined, sharedId: 'sheet 0' });
});

it('S34.2: the room keeps a sheet once, however often it is opened for everyone, and others until they are deleted', async () => {
  for (const letter of ['a', 'b', 'a']) {
    open(9, letter);
    await sheets.share();
  }
  expect(opened).toEqual(['sheet 0', 'sheet 1', 'sheet 0']);
  expect(kept).toHaveLength(2);
});
