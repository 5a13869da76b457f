import type { Transport } from '@roomtone/protocol';
import type { Beat } from '@roomtone/sdk';
import { localNowUs } from '../contract/local-time.ts';
import type { BeatMessage } from '../contract/messages.ts';

/** A metronome, and the clock it runs on. */
export interface BeatSource {
  /** The last setting; undefined while it is not known. */
  readonly transport: Transport | undefined;
  beatsBetween(fromUs: number, toUs: number): readonly Beat[];
  /** Now on the metronome's clock, µs. */
  nowUs(): number;
}

const everyMs = 100;
/** How far ahead beats are announced: enough for a busy thread, but short enough that a new tempo is not late. */
const aheadUs = 500_000;

/** Announces a metronome's beats shortly before they are due, each once, with their local times. */
export class BeatFeed {
  readonly #tell: (message: BeatMessage) => void;
  #source: BeatSource | undefined;
  #toldUntilUs = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(tell: (message: BeatMessage) => void) {
    this.#tell = tell;
  }

  /** Follows another metronome, or the same one after it was set: future beats are announced again. */
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
    // Beats missed during sleep are dropped.
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

  /** True if no beat will come: the metronome is stopped, and its last bar has ended. */
  #isOver(): boolean {
    const { transport } = this.#source ?? {};
    return transport === undefined || (!transport.running && transport.startTime <= this.#toldUntilUs);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
