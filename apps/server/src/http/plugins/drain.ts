import type { Server } from 'node:http';
import { closeUnusedConnections } from './http-connections.ts';
import type { App } from './server-types.ts';

/**
 * Makes closing the application a drain (S1.5): no new connections are accepted, `shutdownRealtime` closes the WebSockets,
 * and every request under way gets its answer.
 */
export function drainOnClose(app: App, shutdownRealtime: () => Promise<void>): void {
  let draining = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    draining = true;
    const closed = stopListening(app.server);
    closeUnusedConnections(app.server);
    await shutdownRealtime();
    await closed;
  });
}

function stopListening(server: Server): Promise<void> {
  // An error means that it was not listening: then there is nothing to wait for.
  return new Promise((resolve) => server.close(() => resolve()));
}
