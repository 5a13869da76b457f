// Nothing but ws: no parsing, one `ws.send` per participant. All ratios are relative to it.
import { WebSocketServer } from 'ws';
import { listening, Rooms } from './rooms.mjs';

const rooms = new Rooms();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false }, () =>
  listening(server.address().port),
);
server.on('connection', (socket, request) => {
  const members = rooms.enter(request.url, socket);
  socket.on('message', (data) => {
    for (const other of members) if (other !== socket) other.send(data, { binary: true });
  });
  socket.on('close', () => members.delete(socket));
});
