// A machine on an emulated link for its tests: sends numbered UDP packets and reports the numbers that arrive. Reads
// one call in JSON per line and answers each with one line. Started as: datagram-program.mjs ADDRESS
// JavaScript, because it starts in half the time.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * @typedef {{ number: number, transitMs: number }} Arrival `transitMs`: when it arrived minus when it was sent
 * @typedef {{ send?: { to: string, port: number, count: number } }} Call
 *   `send`: this many packets to that address; answered with the number of all so far. Without: answered with the
 *   arrivals since the last answer.
 */

/** The system's monotonic clock, which both machines share. */
const nowMs = () => Number(process.hrtime.bigint()) / 1e6;

const socket = createSocket('udp4');
/** @type {Arrival[]} */
let arrivals = [];
let next = 0;
socket.on('message', (bytes) => {
  const transitMs = nowMs() - bytes.readDoubleLE(4);
  arrivals.push({ number: bytes.readUInt32LE(0), transitMs });
});
socket.bind(0, process.argv[2]);
await once(socket, 'listening');
answer(socket.address().port);
for await (const line of createInterface({ input: process.stdin })) {
  const { send } = /** @type {Call} */ (JSON.parse(line));
  if (send === undefined) {
    answer(arrivals);
    arrivals = [];
    continue;
  }
  for (let sent = 0; sent < send.count; sent++, next++) {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt32LE(next, 0);
    bytes.writeDoubleLE(nowMs(), 4);
    socket.send(bytes, send.port, send.to);
  }
  answer(next);
}
socket.close();

/** @param {unknown} value */
function answer(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
