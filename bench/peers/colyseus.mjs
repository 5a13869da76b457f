import { createServer } from 'node:http';
import { Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { listening } from './rooms.mjs';

class Band extends Room {
  maxClients = 1000;
  patchRate = null;

  onCreate() {
    this.onMessageBytes('n', (client, data) => this.broadcastBytes('n', data, { except: client }));
  }
}

const http = createServer();
const server = new Server({
  transport: new WebSocketTransport({ server: http, pingInterval: 0 }),
  greet: false,
  gracefullyShutdown: false,
});
server.define('band', Band).filterBy(['room']);
await server.listen(0, '127.0.0.1');
listening(http.address().port);
