import { type ClickKind, clickKinds, clickSamples, clicksOfBeat } from '../../../audio-thread/click/click-sound.ts';
import type { ClickMessage } from '../../../contract/click-messages.ts';
import type { BeatMessage } from '../../../contract/messages.ts';
import { frameAt, type TimeAnchor } from '../../../contract/time-mapping.ts';

/** More clicks than are ever announced ahead. */
const maxScheduled = 64;

interface ScheduledClick {
  readonly source: AudioBufferSourceNode;
  /** On the context's clock, s. */
  readonly atS: number;
  readonly serviceUs: number;
}

/** The click where the browser has no AudioWorklet: each click is a buffer that starts at its time, announced ahead. */
export class PageClick {
  readonly #context: BaseAudioContext;
  readonly #gain: GainNode;
  readonly #sounds: Record<ClickKind, AudioBuffer>;
  #scheduled: ScheduledClick[] = [];
  #anchor: TimeAnchor | undefined;

  /** @param instrument the node whose output the click joins. */
  constructor(instrument: AudioNode) {
    const { context } = instrument;
    this.#context = context;
    this.#gain = new GainNode(context);
    this.#gain.connect(instrument);
    const sounds = clickKinds.map((kind) => {
      const samples = clickSamples(kind, context.sampleRate);
      const buffer = new AudioBuffer({ length: samples.length, sampleRate: context.sampleRate });
      buffer.copyToChannel(samples, 0);
      return [kind, buffer] as const;
    });
    this.#sounds = Object.fromEntries(sounds) as Record<ClickKind, AudioBuffer>;
  }

  /** Takes the messages that the audio thread would get. */
  receive(message: ClickMessage): void {
    switch (message.kind) {
      case 'time':
        this.#anchor = message.anchor;
        break;
      case 'gain':
        this.#gain.gain.value = message.gain;
        break;
      case 'beats-port':
        message.port.onmessage = (event: MessageEvent<BeatMessage>) => this.#take(event.data);
        break;
    }
  }

  #take({ reset, beats }: BeatMessage): void {
    const { currentTime, sampleRate } = this.#context;
    if (reset !== undefined) for (const { source, atS } of this.#scheduled) if (atS > currentTime) source.stop();
    this.#scheduled = this.#scheduled
      .filter(({ atS }) => reset === undefined || atS <= currentTime)
      .slice(-maxScheduled);
    const anchor = this.#anchor;
    if (anchor === undefined) return;
    for (const { atUs, serviceUs, kind } of beats.flatMap(clicksOfBeat)) {
      const atS = frameAt(anchor, atUs, sampleRate) / sampleRate;
      if (atS < currentTime || this.#scheduled.some((each) => each.serviceUs === serviceUs)) continue;
      const source = new AudioBufferSourceNode(this.#context, { buffer: this.#sounds[kind] });
      source.connect(this.#gain);
      source.start(atS);
      this.#scheduled.push({ source, atS, serviceUs });
    }
  }
}
