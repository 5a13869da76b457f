import { limits, type Message } from '@roomtone/protocol';
import type { NotesEvent } from './notes-event.ts';
import { Playout, type PlayoutFigures, type PlayoutStyle } from './playout.ts';
import { type Percentiles, RecentDelays } from './recent-delays.ts';

/** Measurements of another participant's notes as they arrive here. */
export interface ArrivalFigures extends PlayoutFigures {
  /** Time from the player's hand to this machine, µs. */
  readonly transit: Percentiles | undefined;
  /** Time from the player's hand to the sound here, µs. */
  readonly latency: Percentiles | undefined;
}

interface Sender {
  readonly playout: Playout;
  readonly transit: RecentDelays;
  readonly latency: RecentDelays;
}

/** Schedules arriving notes, with a playout for each sender. Times are µs on the service clock. */
export class NoteIntake {
  readonly #maxDelayUs: number | undefined;
  readonly #senders = new Map<number, Sender>();
  #commonDelayUs: number | undefined;
  #laterUs: ((startTimeUs: number) => number | undefined) | undefined;
  #style: PlayoutStyle = 'steady';
  #lateBefore = 0;

  constructor(maxDelayUs?: number) {
    this.#maxDelayUs = maxDelayUs;
  }

  take(message: Message<'midiMessage'>, arrivedUs: number): NotesEvent {
    const { sender, body } = message;
    const { playout, transit, latency } = this.#sender(sender);
    // 0 means "now" at the sender; the server's time of relaying is the closest known time.
    const startTimeUs = body.startTime || message.serverTime || arrivedUs;
    // The server passes on nothing further in the future (R5.3); a later time is due to this machine's clock after
    // sleep.
    const plausibleUs = Math.min(startTimeUs, arrivedUs + limits.startTimeWindow.futureUs);
    const laterUs = this.#laterUs?.(plausibleUs);
    const intervalUs = laterUs === undefined ? undefined : laterUs - plausibleUs;
    const playAtUs = playout.schedule(plausibleUs, body.offsets.at(-1) ?? 0, arrivedUs, intervalUs);
    transit.add(arrivedUs - plausibleUs, arrivedUs);
    // How late a note sounds is then the room's choice, and says nothing about the connection.
    if (intervalUs === undefined) latency.add(playAtUs - plausibleUs, arrivedUs);
    // A copy, since the data is a view of the whole frame and may be passed to another thread.
    const data = new Uint8Array(body.data);
    return { participantId: sender, playAtUs, startTimeUs, intervalUs: intervalUs ?? 0, offsets: body.offsets, data };
  }

  /** @param nowUs end of the window of recent notes. */
  figures(sender: number, nowUs: number): ArrivalFigures | undefined {
    const known = this.#senders.get(sender);
    if (known === undefined) return undefined;
    const { playout, transit, latency } = known;
    return { ...playout.figures, transit: transit.percentiles(nowUs), latency: latency.percentiles(nowUs) };
  }

  /** All senders together, as reported to the others: the worst jitter and delay, and the sum of late notes. */
  get worst(): PlayoutFigures {
    let worst = { delayUs: 0, jitterUs: 0, late: this.#lateBefore };
    for (const { playout } of this.#senders.values()) {
      const { delayUs, jitterUs, late } = playout.figures;
      worst = {
        delayUs: Math.max(worst.delayUs, delayUs),
        jitterUs: Math.max(worst.jitterUs, jitterUs),
        late: worst.late + late,
      };
    }
    return worst;
  }

  /** From now on everybody's notes sound this long after they were played; undefined: adapts to each sender. */
  match(commonDelayUs: number | undefined): void {
    this.#commonDelayUs = commonDelayUs;
    for (const { playout } of this.#senders.values()) playout.match(commonDelayUs);
  }

  /** From now on notes sound when `laterUs` says, given when they were played; undefined: without an interval. */
  delayBy(laterUs: ((startTimeUs: number) => number | undefined) | undefined): void {
    this.#laterUs = laterUs;
  }

  /** The playout style used unless a common delay is in force; it outlasts connections. */
  prefer(style: PlayoutStyle): void {
    this.#style = style;
    for (const { playout } of this.#senders.values()) playout.prefer(style);
  }

  /** The sender's scheduled notes have been cancelled; returns when the last of them was due, or -Infinity. */
  cancel(sender: number): number {
    return this.#senders.get(sender)?.playout.cancel() ?? Number.NEGATIVE_INFINITY;
  }

  forget(sender: number): void {
    this.#lateBefore += this.#senders.get(sender)?.playout.figures.late ?? 0;
    this.#senders.delete(sender);
  }

  /** Discards the transit times measured so far: a clock jumped. */
  reset(): void {
    for (const sender of [...this.#senders.keys()]) this.forget(sender);
  }

  /** Starts over for a new connection. */
  restart(): void {
    this.#senders.clear();
    this.#lateBefore = 0;
    this.#commonDelayUs = undefined;
    this.#laterUs = undefined;
  }

  #sender(number: number): Sender {
    let sender = this.#senders.get(number);
    if (sender === undefined) {
      sender = { playout: new Playout(this.#maxDelayUs), transit: new RecentDelays(), latency: new RecentDelays() };
      sender.playout.match(this.#commonDelayUs);
      sender.playout.prefer(this.#style);
      this.#senders.set(number, sender);
    }
    return sender;
  }
}
