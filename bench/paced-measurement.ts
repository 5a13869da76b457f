import { setImmediate as nextTurn } from 'node:timers/promises';
import { costSince, momentOf } from './cost.ts';
import { isNote, noteId, noteIds, notePayload } from './load/note.ts';
import type { Player } from './load/peers.ts';
import { leave } from './load/players.ts';
import type { MeasuredProcess } from './measured-process.ts';
import type { Figures, Measured, Measurement, Wanted } from './measurement.ts';
import { quantile } from './statistics.ts';

/** During the warm-up. */
const betweenHeartbeatsMs = 250;
/**
 * Notes per second during the warm-up, at least: code is compiled after a number of runs, and compiling takes the
 * server's core.
 */
const warmUpRate = 8_000;
/** The most notes per second that a player may play continuously in Roomtone. */
const maxPerPlayer = 100;
/** Time for the caches to fill with what the server under measurement needs, instead of another one's data. */
const leadInMs = 150;
/** Short, so that occasional disturbances leave most slices untouched. */
const sliceMs = 100;
const slicesPerMeasurement = 10;
/** Notes in flight at the end of a slice arrive within this time, or never. */
const arrivalMs = 50;

export interface Paced {
  readonly rate: number;
  readonly senders: readonly Player[];
  readonly players: readonly Player[];
  /** Number of receivers of each note. */
  readonly listeners: number;
}

/** Players who play at an even pace, measured in short slices of which disturbed ones are dropped. */
export class PacedMeasurement implements Measurement {
  kept = 0;
  minTaken = 1;
  readonly #paced: Paced;
  readonly #name: string;
  readonly #server: MeasuredProcess;
  readonly #wanted: Wanted;
  readonly #sentAt = new Float64Array(noteIds);
  readonly #arrived = new Uint32Array(noteIds);
  /** Allocated once: allocating during the measurement would cause garbage collection in the load generator. */
  readonly #latencies: Float64Array;
  #heard = 0;
  #lasts: number[] = [];
  #cpuUs = 0;
  #inFlight = 0;
  /** Notes sent before this time that have not arrived are given up. */
  #landedMs = 0;
  #isMeasuring = false;
  #next = 0;

  constructor(paced: Paced, { peer, server }: Measured, wanted: Wanted) {
    this.#name = peer.name;
    this.#paced = paced;
    this.#server = server;
    this.#wanted = wanted;
    const deliveriesASlice = ((paced.rate * sliceMs) / 1000) * paced.senders.length * paced.listeners;
    this.#latencies = new Float64Array((wanted.slices + 1) * deliveriesASlice);
    for (const { link, payloadAt } of paced.players) {
      link.onBinary = (bytes, start, end) => {
        if (isNote(bytes, start + payloadAt, end)) this.#hear(noteId(bytes, start + payloadAt));
      };
    }
  }

  settle(): void {
    for (const player of this.#paced.players) player.settle?.();
  }

  async warmUp(warmUpMs: number, others: readonly Measurement[]): Promise<void> {
    const { rate, senders } = this.#paced;
    for (let playedMs = 0; playedMs < warmUpMs; playedMs += betweenHeartbeatsMs) {
      for (const measurement of [this, ...others]) measurement.settle();
      await this.#play(betweenHeartbeatsMs, Math.max(rate, Math.min(maxPerPlayer, warmUpRate / senders.length)));
    }
  }

  async measure(maxTaken: number): Promise<void> {
    await this.#play(leadInMs);
    await this.#waitForNotes();
    for (let slice = 0; slice < slicesPerMeasurement && this.kept < this.#wanted.slices; slice++)
      await this.#slice(maxTaken);
  }

  figures(): Figures {
    const lost = this.#paced.players.filter(({ link }) => link.socket.destroyed).length;
    if (lost > 0) throw new Error(`${this.#name} closed ${lost} connections.`);
    const latencies = this.#latencies.subarray(0, this.#heard);
    if (latencies.length === 0) throw new Error('No note was delivered.');
    return {
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      ...(this.#paced.senders.length === 1 ? { last: quantile(this.#lasts, 0.5) } : {}),
      cpu: this.#cpuUs / latencies.length,
    };
  }

  leave(): void {
    leave(this.#paced.players);
  }

  /** CPU use is read while no note is in flight, so that none waits for the reading. */
  async #slice(maxTaken: number): Promise<void> {
    const [heard, lasts] = [this.#heard, this.#lasts.length];
    const before = momentOf(this.#server);
    this.#isMeasuring = true;
    await this.#play(sliceMs);
    await this.#waitForNotes();
    this.#isMeasuring = false;
    const { cpuUs, taken } = costSince(before, this.#server);
    this.minTaken = Math.min(this.minTaken, taken);
    if (taken <= maxTaken) {
      this.kept++;
      this.#cpuUs += cpuUs;
    } else {
      this.#heard = heard;
      this.#lasts.length = lasts;
    }
  }

  /** Waits until everybody has received everything. */
  async #waitForNotes(): Promise<void> {
    const startMs = performance.now();
    while (this.#inFlight > 0 && performance.now() - startMs < arrivalMs) await nextTurn();
    this.#inFlight = 0;
    this.#landedMs = performance.now();
  }

  #hear(id: number): void {
    const latencyUs = (performance.now() - (this.#sentAt[id] ?? 0)) * 1000;
    this.#arrived[id] = (this.#arrived[id] ?? 0) + 1;
    if ((this.#sentAt[id] ?? 0) >= this.#landedMs) this.#inFlight--;
    if (!this.#isMeasuring) return;
    this.#latencies[this.#heard++] = latencyUs;
    if (this.#arrived[id] === this.#paced.listeners) this.#lasts.push(latencyUs);
  }

  #play(forMs: number, rate = this.#paced.rate): Promise<void> {
    const { senders } = this.#paced;
    const gapMs = 1000 / (rate * senders.length);
    const startMs = performance.now();
    let note = 0;
    return new Promise((resolve) => {
      // No promise per turn: there are more turns than notes, and the garbage would have to be collected.
      const turn = () => {
        // Sends all notes that are due, then lets one turn of the event loop read answers. While no note is in flight
        // there are none, and each turn would only create garbage.
        do {
          const nowMs = performance.now() - startMs;
          while (note * gapMs < forMs && note * gapMs <= nowMs) {
            this.#send(senders);
            note++;
          }
        } while (this.#inFlight === 0 && note * gapMs < forMs);
        if (note * gapMs < forMs) setImmediate(turn);
        else resolve();
      };
      turn();
    });
  }

  #send(senders: readonly Player[]): void {
    const id = this.#next++ % noteIds;
    const sender = senders[id % senders.length];
    this.#arrived[id] = 0;
    this.#inFlight += this.#paced.listeners;
    this.#sentAt[id] = performance.now();
    sender?.link.socket.write(sender.frame(notePayload(id, Date.now() * 1000)));
  }
}
