import { expect, test } from 'vitest';
import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import type { RoomRecord } from '../../src/ports/room-storage.ts';
import type { Identity } from '../../src/ports/tickets.ts';
import { PasswordGate } from '../../src/realtime/rooms/password-gate.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { fakeHasher } from '../support/test-app.ts';

const dayMs = 86_400_000;
const right = 'sesame';

const user = (userId: string, address = '192.0.2.1'): Identity => ({
  kind: 'user',
  userId,
  username: userId,
  roles: ['member'],
  sessionId: `session-of-${userId}`,
  address,
});
const guest = (address: string): Identity => ({ kind: 'guest', username: 'Guest-abcd', address });

function open() {
  const clock = createFakeClock();
  const gate = new PasswordGate({ ephemeral: createMemoryEphemeral(clock), hasher: fakeHasher, clock });
  /** The result of one attempt: `in`, or the code and the limit of the refusal. */
  const attempt = async (identity: Identity, password = 'wrong', roomId = 'room-one') => {
    const room = { roomId, ownerId: 'olga', passwordHash: `hash of ${right}` } as RoomRecord;
    return gate.pass(room, identity, password).then(
      () => 'in',
      ({ code, details }) => (code === 'RATE_LIMIT_EXCEEDED' ? details.limit : code),
    );
  };
  return { clock, attempt };
}

const wrong = 'AUTHORIZATION_ERROR';

test('R2.8, R2.16: new accounts give an address no more than 30 guesses a minute, in whatever rooms', async () => {
  const { clock, attempt } = open();
  expect(await attempt(user('bandmate'), right)).toBe('in');
  const guesses: unknown[] = [];
  for (let index = 0; index < 32; index++) {
    guesses.push(await attempt(user(`mallory${Math.floor(index / 4)}`), 'wrong', `room-${index % 2}`));
  }
  expect(guesses).toEqual([...Array(30).fill(wrong), 30, 30]);
  expect(await attempt(user('newcomer'), right)).toBe(30);
  expect(await attempt(guest('192.0.2.1'), right)).toBe(30);
  // The victims: at another address, known in the room, and its owner.
  expect(await attempt(user('newcomer', '192.0.2.2'), right)).toBe('in');
  expect(await attempt(user('bandmate'), right)).toBe('in');
  expect(await attempt(user('olga'), right)).toBe('in');
  clock.advance(59_999);
  expect(await attempt(user('late'), right)).toBe(30);
  clock.advance(1);
  expect(await attempt(user('late'), right)).toBe('in');
});

test('R2.16: from many addresses a room gets no more than 100 guesses a minute; other rooms are not affected', async () => {
  const { clock, attempt } = open();
  expect(await attempt(user('bandmate', '198.51.100.1'), right)).toBe('in');
  expect(await attempt(guest('198.51.100.2'), right)).toBe('in');
  const guesses: unknown[] = [];
  for (let index = 0; index < 101; index++) guesses.push(await attempt(guest(`192.0.2.${index % 34}`)));
  expect(guesses).toEqual([...Array(100).fill(wrong), 100]);
  expect(await attempt(user('newcomer', '203.0.113.1'), right)).toBe(100);
  expect(await attempt(user('newcomer', '203.0.113.1'), right, 'room-two')).toBe('in');
  for (const known of [user('bandmate', '203.0.113.2'), guest('198.51.100.2'), user('olga', '203.0.113.3')])
    expect(await attempt(known, right)).toBe('in');
  clock.advance(60_000);
  expect(await attempt(user('newcomer', '203.0.113.1'), right)).toBe('in');
});

test('R2.16: who knew the password is exempt for 30 days, and still has only five guesses', async () => {
  const { clock, attempt } = open();
  const lockAddress = async (round: string) => {
    for (let index = 0; index < 30; index++) await attempt(user(`mallory-${round}-${index}`));
  };
  expect(await attempt(user('bandmate'), right)).toBe('in');
  clock.advance(30 * dayMs - 1);
  await lockAddress('one');
  expect(await attempt(user('bandmate'))).toBe(wrong);
  clock.advance(1);
  expect(await attempt(user('bandmate'), right)).toBe(30);
  clock.advance(60_000);
  expect(await attempt(user('bandmate'), right)).toBe('in');
  for (let count = 0; count < 5; count++) expect(await attempt(user('bandmate'))).toBe(wrong);
  expect(await attempt(user('bandmate'), right)).toBe(5);
});

test('R2.16: guesses of many accounts at once are counted', async () => {
  const { attempt } = open();
  const guesses = await Promise.all(Array.from({ length: 60 }, (_, index) => attempt(user(`mallory${index}`))));
  expect(guesses.filter((each) => each === wrong)).toHaveLength(30);
  expect(guesses.filter((each) => each === 30)).toHaveLength(30);
});
