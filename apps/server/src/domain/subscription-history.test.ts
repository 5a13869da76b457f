import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SubscriptionChange } from './subscription.ts';
import { applyEvents, type SubscriptionEvent } from './subscription-history.ts';

/** Set ROOMTONE_TEST_SEED to try another seed. */
const seed = Number(process.env['ROOMTONE_TEST_SEED'] ?? 20_251_121);
const day = 24 * 60 * 60 * 1000;

const change: fc.Arbitrary<SubscriptionChange> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('paid', 'period'),
    until: fc.integer({ min: 0, max: 60 }).map((days) => days * day),
  }),
  fc.record({ kind: fc.constantFrom('resumed', 'failed', 'cancelled', 'ended') }),
) as fc.Arbitrary<SubscriptionChange>;

/** Uses few times, so that many events share one. */
const events: fc.Arbitrary<readonly SubscriptionEvent[]> = fc
  .array(
    fc.record({
      occurredAt: fc.integer({ min: 0, max: 12 }).map((step) => step * 4 * day),
      changes: fc.array(change, { maxLength: 2 }),
      productId: fc.option(fc.constantFrom('monthly', 'yearly'), { nil: undefined }),
    }),
    { maxLength: 12 },
  )
  .map((list) => list.map((event, index) => ({ eventId: `evt_${index}`, ...event })));

const shuffled = events.chain((list) =>
  fc.tuple(fc.constant(list), fc.shuffledSubarray([...list], { minLength: list.length })),
);

test('B7: the same events lead to the same state in any order', () => {
  fc.assert(
    fc.property(shuffled, ([list, otherwise]) => {
      expect(applyEvents(otherwise)).toEqual(applyEvents(list));
    }),
    { seed, numRuns: 2000 },
  );
});

test('B8: repeated events change nothing', () => {
  fc.assert(
    fc.property(shuffled, fc.array(fc.nat(11)), ([list, otherwise], again) => {
      const repeated = again.flatMap((index) => list[index] ?? []);
      expect(applyEvents([...otherwise, ...repeated])).toEqual(applyEvents(list));
    }),
    { seed, numRuns: 2000 },
  );
});

test('B7: an old event that arrives late leaves the newest state', () => {
  const paid: SubscriptionEvent = {
    eventId: 'evt_paid',
    occurredAt: day,
    changes: [{ kind: 'paid', until: 31 * day }, { kind: 'resumed' }],
    productId: 'monthly',
  };
  const cancelled: SubscriptionEvent = {
    eventId: 'evt_cancelled',
    occurredAt: 2 * day,
    changes: [{ kind: 'cancelled' }],
    productId: undefined,
  };
  const history = {
    subscription: { status: 'cancelled', activeUntil: 31 * day, unpaid: false },
    productId: 'monthly',
    startedAt: day,
    newestEventAt: 2 * day,
  };
  expect(applyEvents([paid, cancelled])).toEqual(history);
  expect(applyEvents([cancelled, paid])).toEqual(history);
});

test('B7: within the same second, the event that takes something away wins', () => {
  const at = (eventId: string, ...changes: readonly SubscriptionChange[]): SubscriptionEvent => ({
    eventId,
    occurredAt: day,
    changes,
    productId: undefined,
  });
  const paid = at('evt_b', { kind: 'paid', until: 31 * day });
  const renewed = at('evt_c', { kind: 'period', until: 31 * day }, { kind: 'resumed' });
  const cancelled = at('evt_a', { kind: 'cancelled' });
  expect(applyEvents([cancelled, renewed, paid]).subscription).toMatchObject({ status: 'cancelled' });
});

test('B7: time that passes between events changes the state too', () => {
  const failed = (eventId: string, occurredAt: number): SubscriptionEvent => ({
    eventId,
    occurredAt,
    changes: [{ kind: 'failed' }],
    productId: undefined,
  });
  const paid: SubscriptionEvent = {
    eventId: 'evt_paid',
    occurredAt: 0,
    changes: [{ kind: 'paid', until: 30 * day }],
    productId: undefined,
  };
  expect(applyEvents([paid, failed('evt_1', 30 * day), failed('evt_2', 40 * day)]).subscription).toEqual({
    status: 'expired',
    activeUntil: 37 * day,
    ended: false,
  });
});
