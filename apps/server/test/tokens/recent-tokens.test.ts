import { expect, test } from 'vitest';
import { rememberTokens } from '../../src/adapters/tokens/recent-tokens.ts';
import { createFakeClock } from '../support/fake-clock.ts';

/** Records which tokens are really verified; only `good` is valid, for a minute. */
function tokens() {
  const clock = createFakeClock();
  const looked: string[] = [];
  const expiresAt = clock.nowMs() + 60_000;
  const { sent, verify } = rememberTokens(
    {
      async verify(token) {
        looked.push(token);
        return token === 'good' ? { userId: 'u', sessionId: 's', expiresAt } : undefined;
      },
    },
    clock,
  );
  return { clock, looked, verify: (token: string) => verify(sent(token)) };
}

test('S12.4, S12.5: a valid token is verified again after 10 s, and never accepted after it expires', async () => {
  const { clock, looked, verify } = tokens();
  for (let second = 0; second < 60; second++) {
    expect([second, await verify('good')]).toEqual([second, expect.objectContaining({ userId: 'u' })]);
    clock.advance(1_000);
  }
  expect(looked.length).toBe(6);
  expect(await verify('good')).toBeUndefined();
});

test('S12.4: an invalid token is verified each time, and a token is recognised only by all of its characters', async () => {
  const { looked, verify } = tokens();
  await verify('good');
  for (const bad of ['bad', 'bad', 'good ', 'Good', 'goo', ''])
    expect([bad, await verify(bad)]).toEqual([bad, undefined]);
  expect(looked).toEqual(['good', 'bad', 'bad', 'good ', 'Good', 'goo', '']);
});
