import type { Beat, Transport } from '@roomtone/sdk';
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
  readonly #send: (message: BeatMessage) => void;
  #source: BeatSource | undefined;
  #announcedUntilUs = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(send: (message: BeatMessage) => void) {
    this.#send = send;
  }

  /** Follows another metronome, or the same one after it was set: future beats are announced again. */
  follow(source: BeatSource): void {
    this.#source = source;
    this.#announcedUntilUs = source.nowUs();
    this.#next({ isReset: true });
    if (this.#isOver()) this.#stop();
    else this.#timer ??= setInterval(() => this.#tick(), everyMs);
  }

  #tick(): void {
    this.#next({ isReset: false });
    if (this.#isOver()) this.#stop();
  }

  #next({ isReset }: { readonly isReset: boolean }): void {
    const source = this.#source;
    if (source === undefined) return;
    const nowUs = source.nowUs();
    const untilUs = nowUs + aheadUs;
    const toLocalUs = localNowUs() - nowUs;
    // Beats missed during sleep are dropped.
    const beats = source.beatsBetween(Math.max(this.#announcedUntilUs, nowUs - aheadUs), untilUs);
    this.#announcedUntilUs = Math.max(this.#announcedUntilUs, untilUs);
    if (beats.length === 0 && !isReset) return;
    const { running = false, startTimeUs = nowUs, beatsPerBar = 4, beatsBefore = 0 } = source.transport ?? {};
    const stopsAtUs = running ? undefined : startTimeUs + toLocalUs;
    this.#send({
      kind: 'beats',
      ...(isReset && { reset: { stopsAtUs, beatsPerBar, beatsBefore } }),
      beats: beats.map(({ timeUs, ...beat }) => ({ atUs: timeUs + toLocalUs, serviceUs: timeUs, ...beat })),
    });
  }

  /** True if no beat will come: the metronome is stopped, and its last bar has ended. */
  #isOver(): boolean {
    const { transport } = this.#source ?? {};
    return transport === undefined || (!transport.running && transport.startTimeUs <= this.#announcedUntilUs);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
