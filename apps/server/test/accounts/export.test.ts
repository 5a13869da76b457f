import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';

/** The files of an archive by their names. */
async function filesOf(data: string): Promise<Map<string, Buffer>> {
  const unpacked = extract();
  unpacked.end(gunzipSync(Buffer.from(data, 'base64')));
  const files = new Map<string, Buffer>();
  for await (const entry of unpacked) files.set(entry.header.name, await buffer(entry));
  return files;
}

test('S13.11: a user gets everything about the account in one archive, and nothing that signs in', async () => {
  const app = await createTestApp();
  const ada = await app.register('ada');
  const room = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Loft' } });
  const roomId: string = room.body.data.room_id;
  const sheet = Buffer.from('X:1\nT:Reel\nK:D\nDEF|');
  const body = { name: 'Reel', kind: 'abc', data: sheet.toString('base64') };
  const added = await app.call('POST', `/api/rooms/${roomId}/sheets`, { token: ada.token, body });
  const get = (password?: string) =>
    app.call('POST', '/api/users/profile/export', { token: ada.token, body: { password } });
  for (const wrong of [undefined, 'a guess']) expect((await get(wrong)).body.error.details.field).toBe('password');
  const { status, body: answer } = await get('correct horse');
  expect([status, answer.data.name]).toEqual([200, 'roomtone-ada.tar.gz']);
  const files = await filesOf(answer.data.data);
  const text = files.get('account.json')?.toString() ?? '';
  const file = `sheets/${added.body.data.sheet_id}.abc`;
  expect(JSON.parse(text)).toMatchObject({
    account: { username: 'ada', email: 'ada@example.org' },
    rooms: [{ room_name: 'Loft' }],
    sheets: [{ name: 'Reel', file }],
    sessions: [{ user_agent: expect.any(String) }],
  });
  expect(files.get(file)).toEqual(sheet);
  const user = await app.storage.userById(ada.user.user_id);
  expect(text).not.toContain(user?.passwordHash);
  expect(text).not.toMatch(/hash|secret/);
  for (const expected of [200, 200, 429]) expect((await get('correct horse')).status).toBe(expected);
});
