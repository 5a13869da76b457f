/** One simultaneous reading of the audio clock and the local clock. */
export interface ClockSample {
  /** `AudioContext.getOutputTimestamp().contextTime`: what leaves the device at `outputUs`, s. */
  readonly outputTime: number;
  /** Local µs of that moment. */
  readonly outputUs: number;
  /** `AudioContext.currentTime`: the next sample to be rendered, s. */
  readonly currentTime: number;
  /** Local µs when `currentTime` was read. */
  readonly nowUs: number;
}

/** The audio frame for a local time; later times follow at the sample rate. */
export interface TimeAnchor {
  readonly frame: number;
  readonly localUs: number;
}

const kept = 9;
/** A larger step is not jitter: the device changed or the machine slept. */
const jumpS = 0.05;
/** The number of frames that Web Audio renders at a time. */
const quantum = 128;

/**
 * Maps local time to audio frames. The output timestamps give the slope without the jitter of blocks. A lead is added to
 * it, the furthest that rendering was seen to run ahead of the output, so that the frame of "now" has never been rendered
 * yet. Other players' notes therefore sound a constant output latency after they are due, like own notes.
 */
export class TimeMapping {
  readonly #sampleRate: number;
  #offsets: number[] = [];
  #leads: number[] = [];

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  observe(sample: ClockSample): void {
    const offset = sample.outputTime - sample.outputUs / 1e6;
    if (this.#offsets.length > 0 && Math.abs(offset - median(this.#offsets)) > jumpS) {
      this.#offsets = [];
      this.#leads = [];
    }
    push(this.#offsets, offset);
    push(this.#leads, sample.currentTime - (offset + sample.nowUs / 1e6));
  }

  /** How far rendering runs ahead of the output, which is the latency of own notes, s. */
  get leadS(): number {
    return Math.max(0, ...this.#leads);
  }

  /** Undefined before the first measurement. */
  anchorAt(localUs: number): TimeAnchor | undefined {
    if (this.#offsets.length === 0) return undefined;
    const lead = this.leadS + quantum / this.#sampleRate;
    return { frame: (median(this.#offsets) + localUs / 1e6 + lead) * this.#sampleRate, localUs };
  }
}

/** The frame for a local time, from an anchor. */
export function frameAt(anchor: TimeAnchor, localUs: number, sampleRate: number): number {
  return anchor.frame + ((localUs - anchor.localUs) * sampleRate) / 1e6;
}

function push(values: number[], value: number): void {
  values.push(value);
  if (values.length > kept) values.shift();
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
