import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from './server-types.ts';

/**
 * Makes closing the application a drain (decisions 1): no new connections, `shutdownRealtime` sends the WebSockets away,
 * and every request that is under way gets its answer.
 */
export function drainOnClose(app: App, shutdownRealtime: () => Promise<void>): void {
  const open = new Set<Socket>();
  let draining = false;
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    draining = true;
    const closed = stopListening(app.server);
    // Browsers open connections ahead of need; to Node one that has never spoken is not idle.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    await shutdownRealtime();
    await closed;
  });
}

function stopListening(server: Server): Promise<void> {
  // An error says that it was not listening: then there is nothing to wait for.
  return new Promise((resolve) => server.close(() => resolve()));
}
