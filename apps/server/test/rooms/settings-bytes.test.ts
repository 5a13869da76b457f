import { expect, test } from 'vitest';
import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import { createByteBudgets } from '../../src/application/byte-budgets.ts';
import { createRoom } from '../../src/application/rooms/create-room.ts';
import { updateRoom } from '../../src/application/rooms/update-room.ts';
import { serverLimits } from '../../src/domain/server-limits.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { openMemoryStorage } from '../support/memory-storage.ts';

test('S38.1: the settings of rooms have a budget of bytes for their owner and each room, and more fit after an hour', async () => {
  const [storage, clock] = [openMemoryStorage(), createFakeClock()];
  const ada = { userId: 'ada', username: 'ada', roles: ['member'] };
  const account = { userTag: 'ada#0001', email: 'ada@example.org', passwordHash: '', createdAt: 0 };
  await storage.createUser({ ...ada, ...account });
  const budgets = createByteBudgets(createMemoryEphemeral(clock));
  const hasher = { hash: async (password: string) => password };
  const deps = { storage, hasher, clock, budgets, news: { roomCreated() {} } };
  const { roomId } = await createRoom(deps, ada, { room_name: 'Loft' });
  const body = { settings: { welcome_message: '\u{1f3b9}'.repeat(500) } };
  const bytes = Buffer.byteLength(JSON.stringify(body));
  const { ofPerson, windowMs } = serverLimits.byteBudgets.settings;
  const spent = Buffer.byteLength(JSON.stringify({ room_name: 'Loft' }));
  for (let sent = spent; sent + bytes <= ofPerson; sent += bytes) await updateRoom(deps, ada, roomId, body);
  const refused = updateRoom(deps, ada, roomId, body);
  await expect(refused).rejects.toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: { reason: 'bytes', budget: 'settings', limit: ofPerson },
  });
  clock.advance(windowMs);
  expect((await updateRoom(deps, ada, roomId, { room_name: 'Attic' })).roomName).toBe('Attic');
});
