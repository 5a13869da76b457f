// An HTTP server that does nothing but refuse, in a process of its own: it shows what the machine and Node take for a flood of
// connections, whatever is behind it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = JSON.stringify({ success: false });
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(429, { 'content-type': 'application/json', connection: 'close' }).end(body);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
