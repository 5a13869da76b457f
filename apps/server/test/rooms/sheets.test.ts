import { serviceLimits } from '@roomtone/protocol';
import { describe, expect, test } from 'vitest';
import { createLiveApp } from '../support/live-app.ts';
import { createTestApp, storageKinds, type TestApp } from '../support/test-app.ts';
import { makeRoom, refusal, signInAs } from './room-app.ts';

const { sheet: sheetLimits, setList: listLimits } = serviceLimits;
const base64 = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64');
const abc = { name: 'The Reel', kind: 'abc', data: base64('X:1\nT:<b>The Reel</b>\nK:C\nCDEF|\n') };

async function roomOfAda(storage?: (typeof storageKinds)[number]) {
  const app = await createTestApp(storage === undefined ? {} : { storage });
  const { token, user } = await app.register('ada');
  const { room_id: roomId } = await makeRoom(app, token);
  const path = `/api/rooms/${roomId}`;
  const add = (body: object = abc, by = token) => app.call('POST', `${path}/sheets`, { token: by, body });
  const open = (body: object, by = token) => app.call('PUT', `${path}/stand`, { token: by, body });
  const replaceList = (entries: readonly object[], by = token) =>
    app.call('PUT', `${path}/set-list`, { token: by, body: { entries } });
  return { app, token, userId: user.user_id, roomId, path, add, open, replaceList };
}

const problemOf = async (adding: ReturnType<TestApp['call']>) => (await adding).body.error?.details.field;

describe.each(storageKinds)('over %s', (storage) => {
  test('S34.1, S34.3: the owner keeps a sheet, it is listed without its content, and read by its id without a token', async () => {
    const { app, token, userId, path, add } = await roomOfAda(storage);
    const { status, body } = await add({ ...abc, name: '  The Reel ' });
    expect([status, body.data]).toEqual([
      201,
      { ...abc, sheet_id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/), bytes: 32, added_at: expect.any(String) },
    ]);
    const { data: _, ...entry } = body.data;
    const listed = { ...entry, added_by: userId, added_by_name: 'ada', added_by_display_name: 'ada' };
    expect((await app.call('GET', `${path}/sheets`, { token })).body.data).toEqual({ sheets: [listed] });
    expect((await app.call('GET', `${path}/sheets/${entry.sheet_id}`)).body.data).toEqual(body.data);
    expect((await app.call('GET', `/api/rooms/another-room-of-ada/sheets/${entry.sheet_id}`)).status).toBe(404);
  });

  test('S34.4, R24.1: what is opened is part of the room, and everybody inside is told', async () => {
    const { app, roomId, add, open, path, token } = await roomOfAda(storage);
    const { sheet_id: sheetId } = (await add()).body.data;
    const { body } = await open({ sheet_id: sheetId, measure: 8, beat: 12 });
    const opened = { measure: 8, beat: 12, title: 'The Reel' };
    expect(body.data).toEqual({ ...opened, sheet_id: sheetId, entry_id: '', file_id: '', set_list_version: 0 });
    const record = await app.storage.roomById(roomId);
    expect(record?.stand).toEqual({ ...opened, sheetId, entryId: '', fileId: '', setListVersion: 0 });
    expect(app.realtime.calls).toEqual([['roomUpdated', record]]);
    // A deleted sheet is on no stand.
    await app.call('DELETE', `${path}/sheets/${sheetId}`, { token });
    expect((await app.storage.roomById(roomId))?.stand).toMatchObject({ sheetId: '', title: '' });
    expect(app.realtime.calls).toHaveLength(2);
    expect(refusal(await open({ sheet_id: sheetId }))).toEqual([404, 'RESOURCE_NOT_FOUND', {}]);
    expect(refusal(await open({ entry_id: 'none' }))).toEqual([404, 'RESOURCE_NOT_FOUND', {}]);
  });

  test('S34.6, S34.7: an entry of the set list opens its sheet and its file, as long as they are kept', async () => {
    const { app, token, path, add, open, replaceList } = await roomOfAda(storage);
    const { sheet_id: sheetId } = (await add()).body.data;
    const midi = { name: 'Backing', kind: 'midi', data: base64('MThd\0\0\0\x06') };
    const { sheet_id: fileId } = (await add(midi)).body.data;
    const entries = [
      { entry_id: 'b', title: 'Encore' },
      {
        entry_id: 'a',
        title: 'Opener',
        sheet_id: sheetId,
        file_id: fileId,
        tempo: 96_000,
        beats_per_bar: 3,
        note: 'slow\nend',
      },
    ];
    expect((await replaceList(entries)).body.data).toMatchObject({ set_list_version: 1 });
    expect((await app.call('GET', `${path}/set-list`, { token })).body.data).toEqual({ entries, version: 1 });
    expect((await open({ entry_id: 'a' })).body.data).toMatchObject({
      ...{ entry_id: 'a', title: 'Opener', sheet_id: sheetId, file_id: fileId, set_list_version: 1 },
    });
    await app.call('DELETE', `${path}/sheets/${sheetId}`, { token });
    expect((await open({ entry_id: 'a' })).body.data).toMatchObject({ title: 'Opener', sheet_id: '', file_id: fileId });
    expect((await replaceList([{ ...entries[1], entry_id: 'c', sheet_id: '' }])).body.data).toMatchObject({
      entry_id: '',
      set_list_version: 2,
    });
  });

  test('S34.2: a room keeps so many sheets, which end with it', async () => {
    const { app, token, path, add } = await roomOfAda(storage);
    for (let count = 0; count < sheetLimits.ofRoom; count++) expect((await add()).status).toBe(201);
    const full = [403, 'AUTHORIZATION_ERROR', { required: [], reason: 'sheet_quota', limit: sheetLimits.ofRoom }];
    expect(refusal(await add())).toEqual(full);
    const { sheets } = (await app.call('GET', `${path}/sheets`, { token })).body.data;
    await app.call('DELETE', `${path}/sheets/${sheets[0].sheet_id}`, { token });
    expect((await add()).status).toBe(201);
    await app.call('DELETE', path, { token });
    expect((await app.call('GET', `${path}/sheets/${sheets[1].sheet_id}`)).status).toBe(404);
  });
});

test('S34.1: a sheet begins as its kind does, and has the right size and a name that can be shown', async () => {
  const { add } = await roomOfAda();
  const good = {
    musicxml: '<?xml version="1.0"?><score-partwise/>',
    mxl: 'PK\x03\x04',
    abc: 'X:1\nK:C\n',
    chordpro: 'la',
    midi: 'MThd',
  };
  for (const [kind, text] of Object.entries(good)) {
    expect(await problemOf(add({ name: 'x', kind, data: base64(text) })), kind).toBeUndefined();
  }
  const wrong = { musicxml: '<html></html>', mxl: 'PK', abc: 'K:C', chordpro: ' \n', midi: 'RIFF' };
  for (const [kind, text] of Object.entries(wrong)) {
    expect(await problemOf(add({ name: 'x', kind, data: base64(text) })), kind).toBe('data');
  }
  const binary = base64(Uint8Array.of(0x58, 0x3a, 0xff, 0x0a));
  expect(await problemOf(add({ name: 'x', kind: 'chordpro', data: binary }))).toBe('data');
  expect(await problemOf(add({ name: 'x', kind: 'chordpro', data: base64('a\0b') }))).toBe('data');
  expect(await problemOf(add({ name: 'x', kind: 'chordpro', data: '!' }))).toBe('data');
  const sized = (bytes: number) => ({ name: 'x', kind: 'chordpro', data: base64('x'.repeat(bytes)) });
  expect(await problemOf(add(sized(sheetLimits.bytes)))).toBeUndefined();
  expect(await problemOf(add(sized(sheetLimits.bytes + 1)))).toBe('data');
  expect(await problemOf(add({ ...abc, name: 'x'.repeat(sheetLimits.name.max) }))).toBeUndefined();
  for (const name of ['', ' ', '\u200b', 'a\nb', 'x'.repeat(sheetLimits.name.max + 1)]) {
    expect(await problemOf(add({ ...abc, name })), name).toBe('name');
  }
});

test('S34.3, S34.5: only the owner and moderators keep and open sheets; only those inside and they read the lists', async () => {
  const { app, path, add, open, replaceList } = await roomOfAda();
  const { sheet_id: sheetId } = (await add()).body.data;
  const grace = await signInAs(app, 'grace', ['member']);
  const refused = [403, 'AUTHORIZATION_ERROR', { required: ['owner', 'moderator'] }];
  expect(refusal(await add(abc, grace))).toEqual(refused);
  expect(refusal(await open({ sheet_id: sheetId }, grace))).toEqual(refused);
  expect(refusal(await replaceList([], grace))).toEqual(refused);
  expect(refusal(await app.call('DELETE', `${path}/sheets/${sheetId}`, { token: grace }))).toEqual(refused);
  for (const list of ['sheets', 'set-list']) {
    expect(refusal(await app.call('GET', `${path}/${list}`, { token: grace }))).toEqual([
      403,
      'AUTHORIZATION_ERROR',
      { required: [], reason: 'not_in_room' },
    ]);
  }
  const moderator = await signInAs(app, 'mo', ['member', 'moderator']);
  expect((await open({ sheet_id: sheetId }, moderator)).status).toBe(200);
  expect(refusal(await app.call('DELETE', `${path}/sheets/none`, { token: moderator }))).toEqual([
    404,
    'RESOURCE_NOT_FOUND',
    {},
  ]);
});

test('S34.6: a set list has so many entries, each with an id of its own, a title and sheets of this room', async () => {
  const { replaceList } = await roomOfAda();
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ entry_id: String(index), title: 'Piece' }));
  expect(await problemOf(replaceList(entries(listLimits.entries)))).toBeUndefined();
  expect(await problemOf(replaceList(entries(listLimits.entries + 1)))).toBe('entries');
  expect(await problemOf(replaceList([...entries(1), ...entries(1)]))).toBe('entries');
  const one = (more: object) => replaceList([{ entry_id: 'a', title: 'Piece', ...more }]);
  expect(
    await problemOf(one({ title: 'x'.repeat(listLimits.title.max), note: 'x'.repeat(listLimits.note.max) })),
  ).toBeUndefined();
  expect(await problemOf(one({ title: 'x'.repeat(listLimits.title.max + 1) }))).toBe('entries.0.title');
  expect(await problemOf(one({ note: 'x'.repeat(listLimits.note.max + 1) }))).toBe('entries.0.note');
  expect(await problemOf(one({ title: ' ' }))).toBe('entries.0.title');
  for (const field of ['sheet_id', 'file_id']) {
    expect(await problemOf(one({ [field]: 'elsewhere' })), field).toBe(`entries.0.${field}`);
  }
});

test('R24.1: everybody inside hears what is open, and whoever joins later; the lobby does not show it', async () => {
  const app = await createLiveApp();
  const [{ token }, bea] = [await app.register('ada'), await app.register('bea')];
  const { room_id: roomId } = await makeRoom(app, token);
  const ada = await app.connect(token);
  ada.send({ kind: 'joinRoomCommand', body: { roomId, password: '' }, requestId: 1 });
  expect((await ada.take('roomJoined')).body.room?.stand).toBe('');
  const watching = await app.connect(bea.token);
  watching.send({ kind: 'lobbyCommand', body: { subscribe: true }, requestId: 1 });
  await watching.take('lobbyUpdate');
  const { sheet_id: sheetId } = (await app.call('POST', `/api/rooms/${roomId}/sheets`, { token, body: abc })).body.data;
  const body = { sheet_id: sheetId, measure: 4, beat: 9 };
  await app.call('PUT', `/api/rooms/${roomId}/stand`, { token, body });
  const none = { entry_id: '', file_id: '', set_list_version: 0 };
  const stand = { sheet_id: sheetId, measure: 4, beat: 9, title: 'The Reel', ...none };
  expect(JSON.parse((await ada.take('roomUpdated')).body.room?.stand ?? '')).toEqual(stand);
  const guest = await app.connect();
  guest.send({ kind: 'joinRoomCommand', body: { roomId, password: '' }, requestId: 1 });
  expect(JSON.parse((await guest.take('roomJoined')).body.room?.stand ?? '')).toEqual(stand);
  const seen = (await watching.take('lobbyUpdate')).body;
  for (const room of seen.added) expect(room.stand).toBe('');
  expect((await app.call('GET', `/api/rooms/${roomId}/sheets`, { token: bea.token })).status).toBe(403);
  watching.send({ kind: 'joinRoomCommand', body: { roomId, password: '' }, requestId: 2 });
  await watching.take('roomJoined');
  expect((await app.call('GET', `/api/rooms/${roomId}/sheets`, { token: bea.token })).body.data.sheets).toHaveLength(1);
});

test('R24.2: a sheet that is opened while the metronome runs begins with its next bar, for latecomers too', async () => {
  const app = await createLiveApp();
  const { token } = await app.register('ada');
  const { room_id: roomId } = await makeRoom(app, token);
  const ada = await app.connect(token);
  ada.send({ kind: 'joinRoomCommand', body: { roomId, password: '' }, requestId: 1 });
  await ada.take('roomJoined');
  const path = `/api/rooms/${roomId}`;
  const { sheet_id: sheetId } = (await app.call('POST', `${path}/sheets`, { token, body: abc })).body.data;
  const start = app.clock.serviceUs() - 120 * 500_000 - 1;
  const waltz = { tempo: 120_000, beats_per_bar: 3, running: true, start_time: start };
  await app.call('PUT', `${path}/metronome`, { token, body: waltz });
  const opened = await app.call('PUT', `${path}/stand`, { token, body: { sheet_id: sheetId } });
  expect(opened.body.data).toMatchObject({ measure: 0, beat: 123 });
  const guest = await app.connect();
  guest.send({ kind: 'joinRoomCommand', body: { roomId, password: '' }, requestId: 1 });
  const { room, transport } = (await guest.take('roomJoined')).body;
  expect(JSON.parse(room?.stand ?? '')).toMatchObject({ measure: 0, beat: 123 });
  expect(transport).toMatchObject({ startTime: start, beatsBefore: 0 });
});
