import type { AddressInfo } from 'node:net';
import { createRealtime } from '../../src/realtime/realtime.ts';
import { Musician } from '../realtime/musician.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** Limits that nobody runs into who is not testing them. */
const generous = {
  ROOMTONE_RATE_LIMIT_GENERAL: '100000',
  ROOMTONE_RATE_LIMIT_AUTH: '100000',
  ROOMTONE_RATE_LIMIT_BILLING: '100000',
};

export interface LiveApp extends Omit<TestApp, 'realtime'> {
  /** Connects by a ticket for this access token, or as a guest; the welcome is taken. */
  connect(token?: string): Promise<Musician>;
}

/** The application with its real rooms, on a port, so that REST and WebSocket can be seen to act on one another. */
export async function createLiveApp({ env, deps, ...options }: TestAppOptions = {}): Promise<LiveApp> {
  const { realtime: _, ...app } = await createTestApp({
    storage: 'worker',
    ...options,
    env: { ...generous, ...env },
    deps: { createRealtime, ...deps },
  });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  return {
    ...app,
    async connect(token) {
      const { body } = await app.call('POST', '/api/auth/websocket-ticket', { token });
      const musician = new Musician(`ws://127.0.0.1:${port}/api/websocket/${body.data.encrypted_payload}`);
      await musician.take('welcome');
      return musician;
    },
  };
}
