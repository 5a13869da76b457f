import { expect, test } from 'vitest';
import { type Relation, requestOutcome } from './friendship.ts';

const strangers: Relation = { friends: false, requested: false, asked: false, isBlocked: false, blocks: false };
const outcome = (over: Partial<Relation>) => requestOutcome({ ...strangers, ...over });

test('S16.2, S16.3, S16.4: a request is sent, two crossing ones make friends, and a repeated one changes nothing', () => {
  expect(outcome({})).toBe('requested');
  expect(outcome({ asked: true })).toBe('accepted');
  expect(outcome({ requested: true })).toBe('waiting');
  expect(outcome({ friends: true })).toBe('friends');
});

test('S16.10: a block overrides everything else, and the other user’s block comes first', () => {
  const everything = { friends: true, requested: true, asked: true };
  expect(outcome({ ...everything, isBlocked: true })).toBe('blocked');
  expect(outcome({ ...everything, blocks: true })).toBe('blocking');
  expect(outcome({ ...everything, isBlocked: true, blocks: true })).toBe('blocked');
});
