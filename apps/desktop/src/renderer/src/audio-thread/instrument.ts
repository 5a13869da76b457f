import { NoteSchedule } from '../../../shared/note-schedule.ts';
import { ownParticipant, type SoundMessage, type SynthMessage } from '../contract/synth-messages.ts';
import { frameAt, type TimeAnchor } from '../contract/time-mapping.ts';
import { lightEngine } from './engines/light-sound.ts';
import { PianoSound } from './engines/piano-sound.ts';
import { Polyphony } from './engines/polyphony.ts';
import { SoundBankEngine } from './engines/sound-bank-engine.ts';
import { Ensemble } from './ensemble.ts';

/** The number of frames that Web Audio renders at a time. */
export const quantum = 128;
/** Reverberation is below hearing this long after the last sound, s. */
const reverberationS = 2;

/** Renders everything that sounds from messages: other players' notes at their exact frame, own notes immediately. */
export class Instrument {
  readonly #sampleRate: number;
  readonly #piano: PianoSound;
  readonly #bank: SoundBankEngine;
  readonly #ensemble: Ensemble;
  readonly #room: RoomSound;
  readonly #limiter: Limiter;
  readonly #schedule = new NoteSchedule();
  readonly #perform = (participant: number, status: number, first: number, second: number) =>
    this.#ensemble.perform(participant, status, first, second);
  #anchor: TimeAnchor | undefined;
  #ownDelayUs = 0;
  /** Frames since something sounded. */
  #silentFrames = 0;

  /** @param want called with each program that is played but not loaded. */
  constructor(sampleRate: number, want: (program: number) => void) {
    this.#sampleRate = sampleRate;
    this.#piano = new PianoSound(sampleRate);
    this.#bank = new SoundBankEngine(sampleRate, quantum);
    const engines = [new Polyphony(this.#piano), this.#bank, lightEngine(sampleRate, quantum)];
    this.#ensemble = new Ensemble(engines, want);
    this.#room = new RoomSound(sampleRate);
    this.#limiter = new Limiter(sampleRate);
  }

  get voices(): number {
    return this.#ensemble.voices;
  }

  /**
   * Renders one block into silent outputs.
   * @param firstFrame the frame of its first sample.
   * @param mixIn left and right of what sounds along with it, so that the sum stays below full scale; may be empty.
   */
  render(left: Float32Array, right: Float32Array, firstFrame: number, mixIn: readonly Float32Array[] = []): void {
    const isSilent =
      this.#ensemble.voices === 0 &&
      this.#schedule.nextAt >= firstFrame + left.length &&
      isZero(mixIn[0]) &&
      isZero(mixIn[1]);
    this.#silentFrames = isSilent ? this.#silentFrames + left.length : 0;
    // A room in which nobody plays would take as much of the processor as one with music.
    if (this.#silentFrames > reverberationS * this.#sampleRate) return;
    let from = 0;
    while (from < left.length) {
      this.#schedule.takeBefore(firstFrame + from + 1, this.#perform);
      const next = Math.floor(this.#schedule.nextAt) - firstFrame;
      const to = Math.min(left.length, Math.max(from + 1, next));
      this.#ensemble.render(left, right, from, to);
      from = to;
    }
    this.#room.process(left, right);
    addTo(left, mixIn[0]);
    addTo(right, mixIn[1] ?? mixIn[0]);
    this.#limiter.process(left, right);
  }

  /** Handles a message from the page, except the one with the port for notes. */
  receive(message: Exclude<SynthMessage, { kind: 'notes-port' }>): void {
    switch (message.kind) {
      case 'own':
        this.#own(message.data, message.timeUs);
        break;
      case 'own-delay':
        this.#ownDelayUs = message.delayUs;
        break;
      case 'time':
        this.#anchor = message.anchor;
        break;
      case 'instrument':
        this.#ensemble.setInstrument(message.participant, message.program);
        break;
      case 'mix':
        this.#ensemble.setMix(message.participant, message.mix);
        break;
      case 'room':
        this.#room.setAmount(message.amount);
        break;
      case 'piano-sample':
        this.#piano.add(message.sample);
        break;
      case 'piano-noise':
        this.#piano.addNoise(message.sample);
        break;
      case 'piano':
        this.#piano.setReady(message.isReady);
        break;
      case 'preset':
        this.#bank.add(message.preset);
        break;
      case 'forget-presets':
        this.#bank.clear();
        this.#ensemble.requestAgain();
        break;
    }
  }

  /** Handles notes from the connection worker. */
  receiveNotes(message: SoundMessage): void {
    if (message.kind === 'own') {
      this.#own(message.data, message.timeUs);
      return;
    }
    if (message.kind === 'silence') {
      this.#schedule.drop(message.participant === 'everybody' ? undefined : message.participant);
      this.#ensemble.silence(message.participant);
      return;
    }
    if (message.kind === 'loop') {
      const { participant, data, timesUs, voidFromUs } = message;
      if (voidFromUs !== undefined) this.#schedule.dropFrom(participant, this.#frameOf(voidFromUs));
      this.#schedule.add(participant, data, (index) => this.#frameOf(timesUs[index]));
      return;
    }
    const { participant, data, atUs, offsets } = message;
    this.#schedule.add(participant, data, (index) => this.#frameOf(atUs + (offsets[index] ?? 0)));
  }

  #own(data: Uint8Array, timeUs: number): void {
    const atUs = this.#ownDelayUs === 0 ? undefined : timeUs + this.#ownDelayUs;
    this.#schedule.add(ownParticipant, data, () => this.#frameOf(atUs));
  }

  /** The frame for a local time. Undefined means now, which is also the best answer before the clocks are mapped. */
  #frameOf(atUs: number | undefined): number {
    return this.#anchor === undefined || atUs === undefined ? 0 : frameAt(this.#anchor, atUs, this.#sampleRate);
  }
}

function isZero(samples: Float32Array | undefined): boolean {
  if (samples !== undefined) for (let n = 0; n < samples.length; n++) if (samples[n] !== 0) return false;
  return true;
}

function addTo(out: Float32Array, more: Float32Array | undefined): void {
  if (more === undefined) return;
  for (let n = 0; n < out.length; n++) out[n] = (out[n] ?? 0) + (more[n] ?? 0);
}

const delaysS = [0.0297, 0.0371, 0.0411, 0.0437] as const;
const feedback = 0.74;
const wetAtMost = 0.22;

/** Adds the reverberation of a small wooden room: four delay lines that feed each other, with damped highs. */
class RoomSound {
  readonly #lines: Float32Array[];
  readonly #positions = new Int32Array(delaysS.length);
  readonly #dark = new Float64Array(delaysS.length);
  #amount = 0.5;

  constructor(sampleRate: number) {
    this.#lines = delaysS.map((seconds) => new Float32Array(Math.round(seconds * sampleRate)));
  }

  /** Sets the level of the reverberation, 0 to 1. */
  setAmount(amount: number): void {
    this.#amount = amount;
  }

  /** Adds the reverberation to a block in place. */
  process(left: Float32Array, right: Float32Array): void {
    const wet = wetAtMost * this.#amount;
    for (let n = 0; n < left.length; n++) {
      const input = ((left[n] ?? 0) + (right[n] ?? 0)) * 0.5;
      const a = this.#read(0);
      const b = this.#read(1);
      const c = this.#read(2);
      const d = this.#read(3);
      // A Hadamard matrix: it passes energy between all lines and loses none.
      this.#write(0, input + feedback * 0.5 * (a + b + c + d));
      this.#write(1, input + feedback * 0.5 * (a - b + c - d));
      this.#write(2, input + feedback * 0.5 * (a + b - c - d));
      this.#write(3, input + feedback * 0.5 * (a - b - c + d));
      left[n] = (left[n] ?? 0) + wet * (a + c);
      right[n] = (right[n] ?? 0) + wet * (b + d);
    }
  }

  #read(index: number): number {
    const value = this.#lines[index]?.[this.#positions[index] ?? 0] ?? 0;
    const dark = (this.#dark[index] ?? 0) + 0.42 * (value - (this.#dark[index] ?? 0));
    // Denormal numbers are slow, and silence should be silent.
    this.#dark[index] = Math.abs(dark) < 1e-12 ? 0 : dark;
    return this.#dark[index] ?? 0;
  }

  #write(index: number, value: number): void {
    const line = this.#lines[index];
    if (line === undefined) return;
    const position = this.#positions[index] ?? 0;
    line[position] = Math.abs(value) < 1e-12 ? 0 : value;
    this.#positions[index] = (position + 1) % line.length;
  }
}

const threshold = 0.7;
const releaseS = 0.18;

/** Keeps the sum of many players below full scale: turns down gently and rounds off what is still too loud. */
export class Limiter {
  readonly #releaseStep: number;
  #envelope = 0;

  constructor(sampleRate: number) {
    this.#releaseStep = Math.exp(-1 / (releaseS * sampleRate));
  }

  /** Processes a block in place. */
  process(left: Float32Array, right: Float32Array): void {
    for (let n = 0; n < left.length; n++) {
      const l = left[n] ?? 0;
      const r = right[n] ?? 0;
      const peak = Math.max(Math.abs(l), Math.abs(r));
      // An attack of about a millisecond is slow enough not to crackle.
      this.#envelope =
        peak > this.#envelope ? this.#envelope + 0.02 * (peak - this.#envelope) : this.#envelope * this.#releaseStep;
      const gain = this.#envelope > threshold ? threshold / this.#envelope : 1;
      left[n] = rounded(l * gain);
      right[n] = rounded(r * gain);
    }
  }
}

/** Linear up to the threshold, then approaches 1 without exceeding it. */
function rounded(sample: number): number {
  const size = Math.abs(sample);
  if (size <= threshold) return sample;
  const over = (size - threshold) / (1 - threshold);
  return Math.sign(sample) * (threshold + (1 - threshold) * Math.tanh(over));
}
