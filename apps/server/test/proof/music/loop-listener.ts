import type { Room } from '@roomtone/sdk';
import { LoopParts, LoopPlayer, loopsOf } from '@roomtone/sdk/extras';
import { type Moment, momentBy, playedAtUs } from './machine-clock.ts';

/** An event of a loop as one machine plays it. */
export interface PlayedEvent {
  readonly part: string;
  /** When it is due, service clock µs. */
  readonly timeUs: number;
  /** When this machine plays it, shared clock µs: by its own clock as it was when it scheduled the event. */
  readonly playedUs: number;
  readonly data: readonly number[];
}

const everyMs = 50;
const aheadUs = 400_000;

/** Plays the loops of its room to a list, as the screens play them to the sound: some time ahead, and from when the clock has settled. */
export class LoopListener {
  readonly events: PlayedEvent[] = [];
  /** Settings of the metronome, in order. */
  readonly transports: Room['time']['transport'][];
  readonly #room: Room;
  readonly #parts = new LoopParts();
  readonly #player = new LoopPlayer();
  #isKnown = false;
  #fromUs = Number.NaN;
  #untilUs = Number.NaN;

  constructor(room: Room) {
    this.#room = room;
    this.transports = [room.time.transport];
    room.on('transport', (transport) => this.transports.push(transport));
    loopsOf(room).on('changed', () => this.#play());
    loopsOf(room).on('synced', () => {
      this.#isKnown = true;
    });
    setInterval(() => this.#play(), everyMs);
  }

  /** The time in which it has played all loops there are, service clock µs; NaN before. */
  get played(): { readonly fromUs: number; readonly untilUs: number } {
    return { fromUs: this.#fromUs, untilUs: this.#untilUs };
  }

  #play(): void {
    if (this.#room.clock?.settled !== true) return;
    const moment = momentBy(this.#room);
    const nowUs = moment.serviceUs;
    if (this.#isKnown && Number.isNaN(this.#fromUs)) this.#fromUs = nowUs;
    const parts = this.#parts.of(loopsOf(this.#room).all.values());
    const spans = new Map([...parts].map(([key, part]) => [key, part.spans]));
    for (const news of this.#player.advance(spans, nowUs, nowUs + aheadUs)) this.#take(news, moment);
    if (this.#isKnown) this.#untilUs = nowUs;
  }

  #take(
    { part, voidFromUs = Number.POSITIVE_INFINITY, events }: ReturnType<LoopPlayer['advance']>[number],
    moment: Moment,
  ): void {
    const kept = this.events.filter((event) => event.part !== part || event.timeUs < voidFromUs);
    const added = events.map(({ timeUs, data }) => {
      return { part, timeUs, playedUs: playedAtUs(moment, timeUs), data: [...data] };
    });
    this.events.splice(0, this.events.length, ...kept, ...added);
  }
}
