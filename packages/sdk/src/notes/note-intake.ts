import { limits, type Message } from '@roomtone/protocol';
import type { NotesEvent } from '../room/room-types.ts';
import { Playout, type PlayoutFigures } from './playout.ts';

/** Gives arriving notes their time to sound, a playout for each sender. */
export class NoteIntake {
  readonly #maxHoldUs: number | undefined;
  readonly #playouts = new Map<number, Playout>();

  constructor(maxHoldUs?: number) {
    this.#maxHoldUs = maxHoldUs;
  }

  /** @param arrivedUs service clock. */
  take(message: Message<'midiMessage'>, arrivedUs: number): NotesEvent {
    const { sender, body } = message;
    let playout = this.#playouts.get(sender);
    if (playout === undefined) {
      playout = new Playout(this.#maxHoldUs);
      this.#playouts.set(sender, playout);
    }
    // 0 says "now" where it was played; when the server passed it on is the nearest that is known.
    const startTimeUs = body.startTime || message.serverTime || arrivedUs;
    // The server lets nothing further ahead through, so that more is this machine's clock after sleep (decisions 7.4).
    const plausibleUs = Math.min(startTimeUs, arrivedUs + limits.startTimeWindow.futureUs);
    const playAtUs = playout.schedule(plausibleUs, body.offsets.at(-1) ?? 0, arrivedUs);
    // A copy, for the data is a view of the whole frame and may go on to another thread.
    return { sender, playAtUs, startTimeUs, offsets: body.offsets, data: new Uint8Array(body.data) };
  }

  figures(sender: number): PlayoutFigures | undefined {
    return this.#playouts.get(sender)?.figures;
  }

  /** What the sender has scheduled is cancelled. */
  cancel(sender: number): void {
    this.#playouts.get(sender)?.cancel();
  }

  forget(sender: number): void {
    this.#playouts.delete(sender);
  }

  /** Transit times seen so far mean nothing any more: another connection, or a clock that jumped. */
  reset(): void {
    this.#playouts.clear();
  }
}
