import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMemoryEphemeral } from '../../src/adapters/memory/memory-ephemeral.ts';
import { deriveKeys } from '../../src/adapters/tokens/keys.ts';
import { createTickets } from '../../src/adapters/tokens/tickets.ts';
import { createFakeClock } from '../support/fake-clock.ts';

const guest = { kind: 'guest', username: 'Guest-0001', address: '192.0.2.1' } as const;

test('S22.2, S31.8: a ticket works once for all processes, and not again when Redis has forgotten that it was used', async () => {
  const [keys, clock] = [deriveKeys(randomBytes(32)), createFakeClock()];
  const shared = createMemoryEphemeral(clock);
  const [one, other] = [createTickets(keys, shared, clock), createTickets(keys, shared, clock)];
  const { encryptedPayload: ticket } = await one.issue(guest);
  expect((await other.redeem(ticket))?.identity).toEqual(guest);
  expect([await one.redeem(ticket), await other.redeem(ticket)]).toEqual([undefined, undefined]);
  const again = createTickets(keys, createMemoryEphemeral(clock), clock);
  expect(await again.redeem(ticket)).toBeUndefined();
  const next = await again.issue(guest);
  expect(await again.redeem(ticket)).toBeUndefined();
  expect((await again.redeem(next.encryptedPayload))?.identity).toEqual(guest);
});
