// Loaded before the server's process: gives it `process.parentPort`, with the one port that it is handed.
import { EventEmitter } from 'node:events';

const parentPort = new EventEmitter();
const port = Object.assign(new EventEmitter(), {
  postMessage: (message) => process.connected && process.send(message),
  start: () => {},
});
Object.defineProperty(process, 'parentPort', { value: parentPort });
// Messages wait for a listener.
parentPort.once('newListener', () => {
  process.once('message', (data) => {
    process.on('message', (message) => port.emit('message', { data: message }));
    parentPort.emit('message', { data, ports: [port] });
  });
});
process.on('disconnect', () => {
  // The process above is gone, as this one would be.
  if (port.listenerCount('close') === 0) process.exit(1);
  port.emit('close');
});
