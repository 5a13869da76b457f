import type { Redis } from '../../src/adapters/redis/redis.ts';

/**
 * For tests of several processes in one: makes what resolves when all that was published so far has arrived at each of them. Over
 * a network it would be there before the next request.
 */
export async function settling(buses: readonly Redis[]): Promise<() => Promise<void>> {
  const [first] = buses;
  const arrived = new Map<string, number>();
  const waiting = new Set<() => void>();
  for (const bus of buses) {
    bus.subscribe('settled', (message) => {
      const name = Buffer.from(message).toString('utf8');
      arrived.set(name, (arrived.get(name) ?? 0) + 1);
      for (const wake of waiting) wake();
      waiting.clear();
    });
  }
  const channel = first?.key('settled') ?? '';
  while ((await first?.command<[string, number]>('PUBSUB', 'NUMSUB', channel))?.[1] !== buses.length);
  let times = 0;
  const settle = async () => {
    const names = buses.map((_, index) => `${times++} ${index}`);
    await Promise.all(buses.map((bus, index) => bus.pass('settled', Buffer.from(names[index] ?? ''))));
    while (names.some((name) => arrived.get(name) !== buses.length)) {
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
  };
  return async () => {
    await settle();
    // A script that Redis did not know was sent again; and what arrived may have been answered.
    await settle();
  };
}
