import type { ParentPort } from 'electron';
import { Inbox } from './ports.ts';
import type { Parcel } from './utility-process.ts';

// Loaded before the script of a utility process: gives it process.parentPort.

const ports = new Map<number, ChildPort>();

class ChildPort extends Inbox {
  readonly id: number;

  constructor(id: number) {
    super();
    this.id = id;
    ports.set(id, this);
  }

  postMessage(message: unknown, transfer: readonly ChildPort[] = []): void {
    if (process.connected)
      process.send?.({ port: this.id, message, transfer: transfer.map(({ id }) => id) } satisfies Parcel);
  }

  close(): void {
    ports.delete(this.id);
  }
}

const fromParent = new ChildPort(0);
// It waits until somebody listens: https://www.electronjs.org/docs/latest/api/parent-port#event-message
fromParent.on('newListener', (name) => {
  if (name === 'message') queueMicrotask(() => fromParent.start());
});
const parentPort: ParentPort = fromParent;
Object.defineProperty(process, 'parentPort', { value: parentPort });
process.on('message', ({ port, message, transfer }: Parcel) => {
  ports.get(port)?.receive({ data: message, ports: transfer.map((id) => new ChildPort(id)) });
});
// https://www.electronjs.org/docs/latest/api/message-port-main#event-close
process.on('disconnect', () => {
  for (const port of ports.values()) port.emit('close');
});
