import { serviceLimits } from '@roomtone/protocol';
import { expect, test } from 'vitest';
import { CommandLimits } from './command-limits.ts';

const sender = { id: 'ada', guest: false, addressBlock: '192.0.2.1' };
/** A wall clock that is an hour late. */
const at = (ms: number) => ({ nowMs: ms - 3_600_000, nowUs: ms * 1000 });
const startMs = 1_700_000_000_000;

test('R18.1: the reset of a refusal is the time on the wall clock from which one more command is possible', () => {
  const counted = new CommandLimits();
  const { count, windowMs } = serviceLimits.commands.friend;
  for (let one = 0; one < count; one++) expect(counted.take('friend', sender, at(startMs))).toBeUndefined();
  const reset = (startMs - 3_600_000 + windowMs / count) / 1000;
  for (let more = 0; more < 3; more++) {
    expect(counted.take('friend', sender, at(startMs))).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { limit: count, reset },
    });
  }
  expect(counted.take('friend', sender, at(startMs + windowMs / count))).toBeUndefined();
  expect(counted.take('friend', sender, at(startMs + windowMs / count))).toBeDefined();
});

test('R18.1: forgetting who is idle changes no decision', () => {
  const counted = new CommandLimits();
  const { count, windowMs } = serviceLimits.commands.join;
  for (let one = 0; one < count; one++) counted.take('join', sender, at(startMs));
  counted.forgetIdle((startMs + windowMs - 1) * 1000);
  expect(counted.take('join', sender, at(startMs + windowMs - 1))).toBeUndefined();
  counted.forgetIdle((startMs + 10 * windowMs) * 1000);
  const accepted = Array.from({ length: count + 1 }, () => counted.take('join', sender, at(startMs + 10 * windowMs)));
  expect(accepted.filter((refusal) => refusal === undefined)).toHaveLength(count);
});

test('R18.14: a refused command uses up nothing of the address', () => {
  const counted = new CommandLimits();
  const { count } = serviceLimits.commands.leave;
  for (let one = 0; one < count * serviceLimits.commandsOfAddressFactor; one++)
    counted.take('leave', sender, at(startMs));
  const neighbour = { ...sender, id: 'bo' };
  expect(counted.take('leave', neighbour, at(startMs))).toBeUndefined();
});
