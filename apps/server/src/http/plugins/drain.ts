import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { App } from './server-types.ts';

/**
 * Makes closing the application a drain (S1.5): no new connections are accepted, `shutdownRealtime` closes the WebSockets,
 * and every request under way gets its answer.
 */
export function drainOnClose(app: App, shutdownRealtime: () => Promise<void>): void {
  const isSecure = app.server instanceof TlsServer;
  /** By remote address and port: over https the TLS socket replaces the TCP socket below it. */
  const open = new Map<string, { readonly socket: Socket; readonly speaks: boolean }>();
  let draining = false;
  const remember = (socket: Socket, speaks: boolean) => {
    const key = `${socket.remoteAddress} ${socket.remotePort}`;
    open.set(key, { socket, speaks });
    socket.once('close', () => {
      if (open.get(key)?.socket === socket) open.delete(key);
    });
  };
  app.server.on('connection', (socket) => remember(socket, !isSecure));
  app.server.on('secureConnection', (socket) => remember(socket, true));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    draining = true;
    const closed = stopListening(app.server);
    // Browsers open connections in advance. Node does not count one that has never sent anything as idle.
    for (const { socket, speaks } of open.values()) if (!speaks || socket.bytesRead === 0) socket.destroy();
    await shutdownRealtime();
    await closed;
  });
}

function stopListening(server: Server): Promise<void> {
  // An error means that it was not listening: then there is nothing to wait for.
  return new Promise((resolve) => server.close(() => resolve()));
}
