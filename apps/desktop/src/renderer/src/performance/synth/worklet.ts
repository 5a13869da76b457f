import { NoteSchedule } from '../note-schedule.ts';
import { frameAt, type TimeAnchor } from '../time-mapping.ts';
import { Limiter } from './limiter.ts';
import { type NoteMessage, ownParticipant, type SynthMessage, type SynthReport } from './messages.ts';
import { RoomSound } from './room-sound.ts';
import { Synth } from './synth.ts';

// AudioWorkletGlobalScope, which TypeScript's libraries do not describe.
declare const sampleRate: number;
declare const currentFrame: number;
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

const quantum = 128;
const reportEveryFrames = Math.round(sampleRate / 5);

/** The instrument: others' notes at their very frame, one's own at once. */
class SynthProcessor extends AudioWorkletProcessor {
  readonly #synth = new Synth(sampleRate, quantum);
  readonly #room = new RoomSound(sampleRate);
  readonly #limiter = new Limiter(sampleRate);
  readonly #schedule = new NoteSchedule();
  readonly #perform = (participant: number, status: number, first: number, second: number) =>
    this.#synth.perform(participant, status, first, second);
  #anchor: TimeAnchor | undefined;
  #reportAt = 0;
  #reported = 0;

  constructor() {
    super();
    this.port.onmessage = (event: MessageEvent<SynthMessage>) => this.#receive(event.data);
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0];
    const right = outputs[0]?.[1] ?? left;
    if (left === undefined || right === undefined) return true;
    let from = 0;
    while (from < left.length) {
      this.#schedule.takeBefore(currentFrame + from + 1, this.#perform);
      const next = Math.floor(this.#schedule.nextAt) - currentFrame;
      const to = Math.min(left.length, Math.max(from + 1, next));
      this.#synth.render(left, right, from, to);
      from = to;
    }
    this.#room.process(left, right);
    this.#limiter.process(left, right);
    this.#report();
    return true;
  }

  #receive(message: SynthMessage): void {
    switch (message.kind) {
      case 'own':
        this.#schedule.add(ownParticipant, message.data, () => 0);
        break;
      case 'time':
        this.#anchor = message.anchor;
        break;
      case 'timbre':
        this.#synth.setTimbre(message.participant, message.timbre);
        break;
      case 'gain':
        this.#synth.setGain(message.participant, message.gain);
        break;
      case 'notes-port':
        message.port.onmessage = (event: MessageEvent<NoteMessage>) => this.#others(event.data);
        break;
    }
  }

  #others(message: NoteMessage): void {
    if (message.kind === 'silence') {
      this.#silence(message.participant);
      return;
    }
    const anchor = this.#anchor;
    const { participant, data, atUs, offsets } = message;
    // Before the first look at the clocks there is nothing better than at once.
    this.#schedule.add(participant, data, (index) =>
      anchor === undefined ? 0 : frameAt(anchor, atUs + (offsets[index] ?? 0), sampleRate),
    );
  }

  #silence(participant: number | 'everybody'): void {
    this.#schedule.drop(participant === 'everybody' ? undefined : participant);
    this.#synth.silence(participant);
  }

  #report(): void {
    if (currentFrame < this.#reportAt) return;
    this.#reportAt = currentFrame + reportEveryFrames;
    const { voices } = this.#synth;
    if (voices === this.#reported) return;
    this.#reported = voices;
    this.port.postMessage({ kind: 'voices', voices } satisfies SynthReport);
  }
}

registerProcessor('roomtone-synth', SynthProcessor);
