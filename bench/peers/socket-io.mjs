import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { listening } from './rooms.mjs';

const http = createServer();
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
io.on('connection', (socket) => {
  const { room } = socket.handshake.query;
  socket.join(room);
  socket.on('n', (data) => socket.to(room).emit('n', data));
});
http.listen(0, '127.0.0.1', () => listening(http.address().port));
