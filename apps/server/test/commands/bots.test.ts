import { expect, test, vi } from 'vitest';
import { startServer } from '../support/server-process.ts';
import { storageWorker } from '../support/storage-worker.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { commandHere, processesTimeoutMs, Site, unlimited } from './host.ts';

vi.setConfig({ testTimeout: processesTimeoutMs });
// For commands within this process.
vi.mock(import('../../src/adapters/sqlite/sqlite-storage.ts'), async (importOriginal) => {
  const { openSqliteStorage } = await importOriginal();
  return { openSqliteStorage: (options) => openSqliteStorage({ worker: storageWorker, ...options }) };
});

test('S32.9: the host adds, lists and deletes bots, and replaces their tokens, while the server runs', async () => {
  const dataDir = temporaryDirectory();
  const { url } = await startServer(dataDir, { env: unlimited });
  const site = new Site(url);
  await site.register('ada');
  const run = (...args: string[]) => commandHere(dataDir, ['bot', ...args]);
  const profile = (token: string) => site.data<object>('GET', '/api/users/profile', undefined, token);

  const added = await run('add', 'ada', 'clicky', 'listen,play', '--display-name=Der Taktgeber');
  expect(added).toMatchObject({ status: 0, stdout: expect.stringMatching(/^rtbot_[\w-]{64}\n$/) });
  const token = added.stdout.trim();
  expect(await profile(token)).toMatchObject({
    ...{ username: 'clicky', display_name: 'Der Taktgeber', scopes: ['listen', 'play'] },
  });
  expect((await run('list', 'ada')).stdout).toBe('clicky: listen, play\n');

  const other = (await run('token', 'clicky')).stdout.trim();
  expect(await profile(other)).toMatchObject({ username: 'clicky' });
  await vi.waitFor(() => expect(profile(token)).rejects.toThrow('401'), { timeout: 10_000, interval: 200 });

  expect(await run('add', 'ada', 'Clicky')).toMatchObject({ status: 1, stderr: 'username is already taken.\n' });
  expect(await run('add', 'clicky', 'bot-of-bot')).toMatchObject({ status: 1 });
  expect(await run('delete', 'ada')).toMatchObject({ status: 1, stderr: expect.stringContaining('is not a bot') });
  expect(await run('add', 'ada', 'other', 'sing')).toMatchObject({ status: 2 });
  expect(await run('add', 'ada', 'other', '--display-name=Admin')).toMatchObject({
    ...{ status: 1, stderr: expect.stringContaining('display_name') },
  });
  expect(await run('delete', 'clicky')).toMatchObject({ status: 0, stdout: 'Deleted clicky.\n' });
  await vi.waitFor(() => expect(profile(other)).rejects.toThrow('401'), { timeout: 10_000, interval: 200 });
});
