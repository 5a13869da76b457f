// The process of slow clients: told by its parent, over IPC, which to be and when to end.
import { setPriority } from 'node:os';
import type { Way } from './raw-request.ts';
import { type SlowKind, startSlowClient } from './slow-clients.ts';

/** Clients that connect in one turn: a server takes no more than its backlog at once. */
const atOnce = 100;

// It stands for many machines. On this one, whoever measures and the server go first.
setPriority(19);
process.on('disconnect', () => process.exit());
process.on('message', async (clients: readonly { kind: SlowKind; requests: number; way: Way }[]) => {
  for (const [index, { kind, requests, way }] of clients.entries()) {
    startSlowClient(kind, requests, way);
    if (index % atOnce === atOnce - 1) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.send?.('started');
});
