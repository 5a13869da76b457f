import { setTimeout as delay } from 'node:timers/promises';
import { FloodMeasurement } from './flood-measurement.ts';
import type { LoadSocket } from './load/load-socket.ts';
import { inBatches, join } from './load/players.ts';
import type { Figures, Measured, Measurement, Wanted } from './measurement.ts';
import { PacedMeasurement } from './paced-measurement.ts';
import type { Shape } from './shapes.ts';

/** Time before the memory of newly started servers is read. */
const settleMs = 700;

/** After this long, an idle server has collected its garbage, if it ever does. */
const idleMs = 20_000;

type Played = Exclude<Shape, { kind: 'idle' }>;

/** Joins all players of a load. @param others players that wait meanwhile. */
export async function prepareMeasurement(
  shape: Played,
  measured: Measured,
  wanted: Wanted,
  others: readonly Measurement[],
): Promise<Measurement> {
  if (shape.kind === 'flood') return new FloodMeasurement(shape, measured);
  const players = await join(shape.rooms, shape.participants, measured.peer);
  const senders = players.slice(0, (shape.senders ?? shape.participants) * shape.rooms);
  const paced = { rate: shape.rate, senders, players, listeners: shape.participants - 1 };
  const measurement = new PacedMeasurement(paced, measured, wanted);
  await measurement.warmUp(wanted.warmUpMs, others);
  return measurement;
}

/** The memory of idle connections. The servers are new and are measured together, since nothing runs meanwhile. */
export async function measureIdle(connections: number, servers: readonly Measured[]): Promise<Figures[]> {
  await delay(settleMs);
  const empty = servers.map(({ server }) => server.residentBytes());
  const links: LoadSocket[] = [];
  for (const { peer } of servers) {
    links.push(...(await inBatches(Array.from({ length: connections }), () => peer.connect())));
  }
  await delay(idleMs);
  const figures = servers.map(({ server }, index) => ({
    memory: (server.residentBytes() - (empty[index] ?? 0)) / connections,
  }));
  for (const link of links) link.close();
  return figures;
}
