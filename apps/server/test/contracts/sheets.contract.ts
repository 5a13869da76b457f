import { beforeEach, expect, test } from 'vitest';
import type { SheetRecord } from '../../src/ports/sheet-storage.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { roomRecord, userRecord } from '../support/records.ts';

const sheet = (name: string, over: Partial<SheetRecord> = {}): SheetRecord => ({
  ...{ sheetId: `id-of-${name}`, roomId: 'loft', name, kind: 'abc', data: 'WDox', bytes: 3, addedAt: 1_000 },
  addedBy: 'id-of-ada',
  ...over,
});
const opened = { sheetId: 'id-of-reel', measure: 4, beat: 2, entryId: 'a', title: 'Reel', fileId: 'id-of-file' };

/** The part of the contract about sheets and set lists of rooms (S34). */
export function sheetsContract(open: () => Promise<Storage>): void {
  let storage: Storage;
  beforeEach(async () => {
    storage = await open();
    await storage.createUser(userRecord('ada'));
    for (const name of ['loft', 'shed']) await storage.createRoom(roomRecord(name, 'id-of-ada'), 10);
    return () => storage.close();
  });

  test('S34.2, S34.3: a sheet is kept for its room, up to a quota, and is found there alone', async () => {
    expect(await storage.addSheet(sheet('reel', { addedAt: 2_000 }), 2)).toBe(true);
    expect(await storage.addSheet(sheet('jig'), 2)).toBe(true);
    expect(await storage.addSheet(sheet('air'), 2)).toBe(false);
    expect(await storage.addSheet(sheet('air', { roomId: 'none' }), 2)).toBeUndefined();
    expect(await storage.addSheet(sheet('air', { roomId: 'shed' }), 2)).toBe(true);
    expect((await storage.sheetsOf('loft')).map(({ name }) => name)).toEqual(['jig', 'reel']);
    expect((await storage.sheetsOf('loft'))[0]).toMatchObject({ addedBy: 'id-of-ada', addedByName: 'ada' });
    expect((await storage.sheetsOf('loft'))[0]).not.toHaveProperty('data');
    expect(await storage.sheetById('loft', 'id-of-reel')).toEqual(sheet('reel', { addedAt: 2_000 }));
    expect(await storage.sheetById('shed', 'id-of-reel')).toBeUndefined();
    expect(await storage.deleteSheet('shed', 'id-of-reel')).toBeUndefined();
    expect(await storage.deleteSheet('loft', 'id-of-jig')).toMatchObject({ roomId: 'loft' });
    await storage.deleteRoom('loft');
    expect(await storage.sheetById('loft', 'id-of-reel')).toBeUndefined();
  });

  test('S34.3: a sheet outlives the account that added it', async () => {
    await storage.createUser(userRecord('bea'));
    expect(await storage.addSheet(sheet('reel', { addedBy: 'id-of-bea' }), 2)).toBe(true);
    await storage.deleteUser('id-of-bea');
    expect(await storage.sheetsOf('loft')).toMatchObject([{ name: 'reel', addedBy: '', addedByName: '' }]);
    expect(await storage.addSheet(sheet('jig', { addedBy: 'id-of-bea' }), 2)).toBe(true);
  });

  test('R24.1, S34.4: what is open is part of the room, until its sheet is deleted', async () => {
    expect((await storage.roomById('loft'))?.stand).toBeUndefined();
    for (const name of ['reel', 'file']) await storage.addSheet(sheet(name), 9);
    const stand = { ...opened, setListVersion: 0 };
    expect((await storage.openSheet('loft', opened))?.stand).toEqual(stand);
    expect((await storage.roomById('loft'))?.stand).toEqual(stand);
    expect((await storage.deleteSheet('loft', 'id-of-file'))?.stand).toEqual({ ...stand, fileId: '' });
    const nothing = { sheetId: '', measure: 0, beat: 0, entryId: '', title: '', fileId: '', setListVersion: 0 };
    expect((await storage.deleteSheet('loft', 'id-of-reel'))?.stand).toEqual(nothing);
    expect(await storage.openSheet('none', opened)).toBeUndefined();
  });

  test('S34.6: a set list is replaced as a whole, and has a version', async () => {
    expect(await storage.setListOf('loft')).toEqual([]);
    const entries = [{ entry_id: 'a', title: 'Reel', tempo: 96_000 }];
    expect((await storage.setSetList('loft', entries))?.stand).toMatchObject({ entryId: '', setListVersion: 1 });
    await storage.openSheet('loft', opened);
    expect((await storage.setSetList('loft', [...entries, { entry_id: 'b', title: 'Jig' }]))?.stand).toMatchObject({
      ...{ sheetId: 'id-of-reel', entryId: 'a', setListVersion: 2 },
    });
    expect(await storage.setListOf('loft')).toHaveLength(2);
    expect((await storage.setSetList('loft', []))?.stand).toMatchObject({ entryId: '', setListVersion: 3 });
    expect(await storage.setSetList('none', [])).toBeUndefined();
    expect(await storage.setListOf('shed')).toEqual([]);
  });
}
