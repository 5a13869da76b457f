import { limits, type Message } from '@roomtone/protocol';
import type { NotesEvent } from '../room/room-types.ts';
import { Playout, type PlayoutFigures, type PlayoutStyle } from './playout.ts';
import { type Percentiles, RecentDelays } from './recent-delays.ts';

/** How another participant's notes arrive here. */
export interface ArrivalFigures extends PlayoutFigures {
  /** From their hand to this machine, µs. */
  readonly transit: Percentiles | undefined;
  /** From their hand to when it sounds here, µs. */
  readonly heard: Percentiles | undefined;
}

interface Sender {
  readonly playout: Playout;
  readonly transit: RecentDelays;
  readonly heard: RecentDelays;
}

/** Gives arriving notes their time to sound, a playout for each sender. Times are µs on the service clock. */
export class NoteIntake {
  readonly #maxHoldUs: number | undefined;
  readonly #senders = new Map<number, Sender>();
  #commonDelayUs: number | undefined;
  #style: PlayoutStyle = 'steady';
  #lateBefore = 0;

  constructor(maxHoldUs?: number) {
    this.#maxHoldUs = maxHoldUs;
  }

  take(message: Message<'midiMessage'>, arrivedUs: number): NotesEvent {
    const { sender, body } = message;
    const { playout, transit, heard } = this.#sender(sender);
    // 0 says "now" where it was played; when the server passed it on is the nearest that is known.
    const startTimeUs = body.startTime || message.serverTime || arrivedUs;
    // The server lets nothing further ahead through, so that more is this machine's clock after sleep (R5.3).
    const plausibleUs = Math.min(startTimeUs, arrivedUs + limits.startTimeWindow.futureUs);
    const playAtUs = playout.schedule(plausibleUs, body.offsets.at(-1) ?? 0, arrivedUs);
    transit.add(arrivedUs - plausibleUs, arrivedUs);
    heard.add(playAtUs - plausibleUs, arrivedUs);
    // A copy, for the data is a view of the whole frame and may go on to another thread.
    return { sender, playAtUs, startTimeUs, offsets: body.offsets, data: new Uint8Array(body.data) };
  }

  /** @param nowUs for what is recent. */
  figures(sender: number, nowUs: number): ArrivalFigures | undefined {
    const known = this.#senders.get(sender);
    if (known === undefined) return undefined;
    const { playout, transit, heard } = known;
    return { ...playout.figures, transit: transit.percentiles(nowUs), heard: heard.percentiles(nowUs) };
  }

  /** All senders together, as one reports it to the others: the worst jitter and delay, all that came late. */
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

  /** From now on everybody's notes sound this long after they were played; undefined: as soon as their ways allow. */
  match(commonDelayUs: number | undefined): void {
    this.#commonDelayUs = commonDelayUs;
    for (const { playout } of this.#senders.values()) playout.match(commonDelayUs);
  }

  /** How notes are held while no delay is common to all; it outlasts connections. */
  prefer(style: PlayoutStyle): void {
    this.#style = style;
    for (const { playout } of this.#senders.values()) playout.prefer(style);
  }

  /** What the sender has scheduled is cancelled. */
  cancel(sender: number): void {
    this.#senders.get(sender)?.playout.cancel();
  }

  forget(sender: number): void {
    this.#lateBefore += this.#senders.get(sender)?.playout.figures.late ?? 0;
    this.#senders.delete(sender);
  }

  /** Transit times seen so far mean nothing any more: a clock jumped. */
  reset(): void {
    for (const sender of [...this.#senders.keys()]) this.forget(sender);
  }

  /** Another connection: it begins with nothing. */
  restart(): void {
    this.#senders.clear();
    this.#lateBefore = 0;
    this.#commonDelayUs = undefined;
  }

  #sender(number: number): Sender {
    let sender = this.#senders.get(number);
    if (sender === undefined) {
      sender = { playout: new Playout(this.#maxHoldUs), transit: new RecentDelays(), heard: new RecentDelays() };
      sender.playout.match(this.#commonDelayUs);
      sender.playout.prefer(this.#style);
      this.#senders.set(number, sender);
    }
    return sender;
  }
}
