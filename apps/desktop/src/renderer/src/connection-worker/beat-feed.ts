import type { Transport } from '@roomtone/protocol';
import type { Beat } from '@roomtone/sdk';
import { localNowUs } from '../contract/local-time.ts';
import type { BeatMessage } from '../contract/messages.ts';

/** A metronome, and the clock it goes by. */
export interface BeatSource {
  /** As it was last set; undefined while it is not known. */
  readonly transport: Transport | undefined;
  beatsBetween(fromUs: number, toUs: number): readonly Beat[];
  /** Now on the metronome's clock, µs. */
  nowUs(): number;
}

const everyMs = 100;
/** How far ahead beats are told: enough for a thread that is busy, not so much that a tempo set now comes too late. */
const aheadUs = 500_000;

/** Tells the beats of a metronome shortly before they fall, each once, with their local times. */
export class BeatFeed {
  readonly #tell: (message: BeatMessage) => void;
  #source: BeatSource | undefined;
  #toldUntilUs = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tell: (message: BeatMessage) => void) {
    this.#tell = tell;
  }

  /** Takes another metronome, or the same after it was set: what is to come is told anew. */
  follow(source: BeatSource): void {
    this.#source = source;
    this.#toldUntilUs = source.nowUs();
    this.#next({ isAnew: true });
    if (this.#isOver()) this.#stop();
    else this.#timer ??= setInterval(() => this.#tick(), everyMs);
  }

  #tick(): void {
    this.#next({ isAnew: false });
    if (this.#isOver()) this.#stop();
  }

  #next({ isAnew }: { readonly isAnew: boolean }): void {
    const source = this.#source;
    if (source === undefined) return;
    const nowUs = source.nowUs();
    const untilUs = nowUs + aheadUs;
    const toLocalUs = localNowUs() - nowUs;
    // What was slept through is not made up for.
    const beats = source.beatsBetween(Math.max(this.#toldUntilUs, nowUs - aheadUs), untilUs);
    this.#toldUntilUs = Math.max(this.#toldUntilUs, untilUs);
    if (beats.length === 0 && !isAnew) return;
    const { running = false, startTime = nowUs } = source.transport ?? {};
    this.#tell({
      kind: 'beats',
      ...(isAnew && { anew: { standsAtUs: running ? undefined : startTime + toLocalUs } }),
      beats: beats.map(({ timeUs, bar, beat }) => ({ atUs: timeUs + toLocalUs, serviceUs: timeUs, bar, beat })),
    });
  }

  /** Whether no beat is to come: it stands, and what ran before has come to its last bar line. */
  #isOver(): boolean {
    const { transport } = this.#source ?? {};
    return transport === undefined || (!transport.running && transport.startTime <= this.#toldUntilUs);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
