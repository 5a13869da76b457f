import type { AddressInfo } from 'node:net';
import { createRealtime } from '../../src/realtime/realtime.ts';
import { TestPlayer } from '../realtime/test-player.ts';
import { createTestApp, type TestApp, type TestAppOptions, usualStorage } from './test-app.ts';

/** Rate limits that are reached only by tests of rate limits. */
const generous = {
  ROOMTONE_RATE_LIMIT_GENERAL: '100000',
  ROOMTONE_RATE_LIMIT_AUTH: '100000',
  ROOMTONE_RATE_LIMIT_BILLING: '100000',
  ROOMTONE_COMMAND_LIMIT_FACTOR: '100000',
};

export interface LiveApp extends Omit<TestApp, 'realtime'> {
  /**
   * Connects with a ticket for this access token, or as a guest, and takes the welcome.
   * @param headers of the request for the ticket and of the upgrade.
   */
  connect(token?: string, headers?: Readonly<Record<string, string>>): Promise<TestPlayer>;
}

/** The application with its real rooms, listening on a port: for tests of how REST and WebSocket affect each other. */
export async function createLiveApp({ env, deps, ...options }: TestAppOptions = {}): Promise<LiveApp> {
  const { realtime: _, ...app } = await createTestApp({
    storage: usualStorage,
    ...options,
    env: { ...generous, ...env },
    deps: { createRealtime, ...deps },
  });
  if (app.proxyPort === undefined) await app.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...app,
    async connect(token, headers = {}) {
      const { body } = await app.call('POST', '/api/auth/websocket-ticket', { token, headers });
      // In tests of several processes the proxy connects to another one each time.
      const port = app.proxyPort ?? (app.app.server.address() as AddressInfo).port;
      const player = new TestPlayer(`ws://127.0.0.1:${port}/api/websocket/${body.data.encrypted_payload}`, {
        headers: { ...headers },
      });
      await player.take('welcome');
      return player;
    },
  };
}
