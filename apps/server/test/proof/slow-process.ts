// The process in which slow clients run. Its parent sends them over IPC.
import { setPriority } from 'node:os';
import type { Route } from './raw-request.ts';
import { type SlowKind, startSlowClient } from './slow-clients.ts';

/** The number of clients that connect without a pause, which the server's listen backlog can hold. */
const atOnce = 100;

// This process stands for many machines: on this one, the server and the process that measures have priority.
setPriority(19);
process.on('disconnect', () => process.exit());
process.on('message', async (clients: readonly { kind: SlowKind; requests: number; route: Route }[]) => {
  for (const [index, { kind, requests, route }] of clients.entries()) {
    startSlowClient(kind, requests, route);
    if (index % atOnce === atOnce - 1) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.send?.('started');
});
