import { EventEmitter } from 'node:events';
import type { ParentPort } from 'electron';
import { beHostile } from './hostile.ts';
import { Relay } from './ports.ts';
import type { Parcel } from './utility-process.ts';

// Loaded before the script of a utility process: provides process.parentPort, which is port 0.

const send = (port: number, message: unknown) => {
  if (process.connected) process.send?.({ port, message });
};
const relay = new Relay(send);
const postMessage = (message: unknown) => send(0, message);
const parentPort: ParentPort = Object.assign(new EventEmitter(), { postMessage });
// Messages wait for a listener: https://www.electronjs.org/docs/latest/api/parent-port#event-message
parentPort.once('newListener' as 'message', () =>
  process.on('message', ({ port, message, transfer = [] }: Parcel) => {
    if (port !== 0) relay.arrived(port, message);
    else parentPort.emit('message', { data: message, ports: transfer.map((id) => relay.give(id)) });
  }),
);
Object.defineProperty(process, 'parentPort', { value: parentPort });
process.on('disconnect', () => relay.end());
beHostile();
