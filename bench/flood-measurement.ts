import { setImmediate as nextTurn } from 'node:timers/promises';
import { costSince, momentOf } from './cost.ts';
import { isNote, noteIds, notePayload } from './load/note.ts';
import type { Player } from './load/peers.ts';
import { join, leave } from './load/players.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { Figures, Measured, Measurement } from './measurement.ts';
import type { Shape } from './shapes.ts';

type Flood = Extract<Shape, { kind: 'flood' }>;

/** A flood is over if nothing has arrived for this long. */
const silentMs = 300;

/** Uses new players each time: they may play as many notes at once as Roomtone allows. */
export class FloodMeasurement implements Measurement {
  kept = 0;
  minTaken = 1;
  readonly #shape: Flood;
  readonly #measured: Measured;
  #figures: Figures = {};

  constructor(shape: Flood, measured: Measured) {
    this.#shape = shape;
    this.#measured = measured;
  }

  async measure(maxTaken: number): Promise<void> {
    const { peer, server } = this.#measured;
    const players = await join(1, this.#shape.participants, peer);
    for (const player of players) player.settle?.();
    const { taken, ...figures } = await measureFlood(this.#shape.notes, players, server);
    leave(players);
    this.minTaken = Math.min(this.minTaken, taken);
    if (taken > maxTaken) return;
    this.kept++;
    this.#figures = figures;
  }

  figures(): Figures {
    return this.#figures;
  }

  settle(): void {}

  leave(): void {}
}

async function measureFlood(notes: number, players: readonly Player[], server: MeasuredProcess) {
  let deliveries = 0;
  let lastMs = 0;
  for (const { link, payloadAt } of players) {
    link.onBinary = (bytes, start, end) => {
      if (isNote(bytes, start + payloadAt, end)) deliveries++;
    };
  }
  const floods = players.map(({ frame }) => {
    const played = Array.from({ length: notes }, (_, id) => frame(notePayload(id % noteIds, Date.now() * 1000)));
    return Buffer.concat(played);
  });
  const before = momentOf(server);
  for (const [index, { link }] of players.entries()) link.socket.write(floods[index] ?? '');
  for (let seen = -1; performance.now() - lastMs < silentMs || seen !== deliveries; ) {
    if (seen !== deliveries) lastMs = performance.now();
    seen = deliveries;
    await nextTurn();
  }
  const { cpuUs, taken } = costSince(before, server);
  return { cpu: cpuUs / deliveries, taken, throughput: (deliveries / (lastMs - before.ms)) * 1000 };
}
