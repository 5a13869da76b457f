import { RoomtoneError } from '@roomtone/sdk';
import { expect, test } from 'vitest';
import { checkServer } from './service.ts';

test('S9.6: doctor says that a name is not one of the server’s, and which setting makes it one', async () => {
  const refusal = new RoomtoneError('VALIDATION_ERROR', 'Host is not a name of this server.', { field: 'Host' });
  const [finding] = await checkServer({ server: () => Promise.reject(refusal) }, 'https://music.example.org');
  expect(finding).toMatchObject({
    verdict: 'bad',
    words: expect.stringContaining('music.example.org is not one of its names'),
    advice: 'The host sets ROOMTONE_PUBLIC_URL=https://music.example.org',
  });
});
