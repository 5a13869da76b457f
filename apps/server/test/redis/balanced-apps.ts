import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/http/plugins/server-types.ts';
import { callerOf } from '../support/call-through.ts';
import { startBalancer } from './balancer.ts';

/** Puts Debian's haproxy in front of applications: each request, and each WebSocket, goes to the next one. */
export async function balance(
  apps: readonly App[],
): Promise<{ readonly port: number; readonly call: ReturnType<typeof callerOf>['call'] }> {
  for (const app of apps) await app.listen({ host: '127.0.0.1', port: 0 });
  const urls = apps.map((app) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
  const port = Number(new URL(await startBalancer(urls, { isChecked: false })).port);
  const caller = callerOf(port);
  onTestFinished(() => caller.close());
  return { port, call: caller.call };
}
