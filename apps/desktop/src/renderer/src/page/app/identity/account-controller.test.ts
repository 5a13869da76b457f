import { afterEach, expect, test, vi } from 'vitest';
import { CallError } from '../../../contract/call-error.ts';
import type { TokenVault } from '../bridge.ts';
import { useTooMany } from '../server-state.ts';
import type { WorkerClient } from '../worker-client.ts';
import { useAccount } from './account-store.ts';

// The theme asks both as soon as it is imported.
vi.stubGlobal('matchMedia', () => ({ matches: false }));
vi.stubGlobal('localStorage', { getItem: () => null });
const { AccountController } = await import('./account-controller.ts');

afterEach(() => vi.useRealTimers());

test('a sign-in that was one request too many says until when it waits, and is restored then', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const account = { userId: 'u1', username: 'ada', displayName: 'Ada', roles: [] };
  const details = { reset: Math.ceil(Date.now() / 1_000) + 40 };
  const answers = [
    () => Promise.reject(new CallError({ code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.', details })),
    () => Promise.resolve(account),
  ];
  // Of the worker, only its answers count here.
  const client = { call: () => answers.shift()?.() } as unknown as WorkerClient;
  const vault = { hasLocalProfile: false } as unknown as TokenVault;
  await new AccountController(client, vault).restore();
  expect(useAccount.getState().status).toBe('unreachable');
  expect(useTooMany.getState().untilMs).toBe(Date.now() + 40_000);
  await vi.advanceTimersByTimeAsync(39_999);
  expect(answers).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(useAccount.getState()).toEqual({ status: 'signed-in', account });
});
