import { isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';
import { Channel } from './channel.ts';
import { type TimbreName, timbres } from './timbres.ts';
import { Voice } from './voice.ts';

const polyphony = 64;
/** A string that is struck again, or a voice that is taken away, fades within this, s. */
const damped = 0.06;

/** A polyphonic synthesizer: every participant has sixteen channels and one timbre of their own. */
export class Synth {
  readonly #voices: Voice[];
  readonly #channels = new Map<number, Channel>();
  readonly #timbres = new Map<number, TimbreName>();
  readonly #gains = new Map<number, number>();
  readonly #scratch: Float32Array;
  #notes = 0;

  constructor(sampleRate: number, blockFrames: number) {
    this.#voices = Array.from({ length: polyphony }, () => new Voice(sampleRate));
    this.#scratch = new Float32Array(blockFrames);
  }

  /** How many voices sound, fading ones included. */
  get voices(): number {
    let count = 0;
    for (const voice of this.#voices) if (voice.sounding) count++;
    return count;
  }

  setTimbre(participant: number, timbre: TimbreName): void {
    this.#timbres.set(participant, timbre);
  }

  /** How loud a participant is heard, 0 to 1. */
  setGain(participant: number, gain: number): void {
    this.#gains.set(participant, gain);
  }

  /** Performs one MIDI event now. */
  perform(participant: number, status: number, first: number, second: number): void {
    const channel = this.#channel(participant, status & 0x0f);
    if (isNoteOn(status, second)) this.#noteOn(channel, first, second / 127);
    else if (isNoteOff(status, second)) this.#noteOff(channel, first);
    else if ((status & 0xf0) === midiStatus.controlChange) this.#control(channel, first, second);
    else if ((status & 0xf0) === midiStatus.pitchBend) {
      channel.setBend(first, second);
      this.#each(channel, (voice) => voice.bend(channel.bend));
    }
  }

  /** Ends whatever sounds for a participant, or for all, and forgets what they set. */
  silence(participant: number | 'everybody'): void {
    for (const channel of this.#channels.values()) {
      if (participant !== 'everybody' && channel.participant !== participant) continue;
      this.#each(channel, (voice) => voice.release(damped));
      this.#channels.delete(channel.id);
    }
  }

  /** Adds what sounds to samples `from` to `to` of one block. */
  render(left: Float32Array, right: Float32Array, from: number, to: number): void {
    for (const voice of this.#voices) {
      if (!voice.sounding) continue;
      const channel = this.#channels.get(voice.channelId);
      const participant = voice.channelId >> 4;
      const gain = (channel?.gain ?? 1) * (this.#gains.get(participant) ?? 1);
      voice.render(left, right, this.#scratch, from, to, gain);
    }
  }

  #channel(participant: number, number: number): Channel {
    const id = (participant << 4) | number;
    let channel = this.#channels.get(id);
    if (channel === undefined) {
      channel = new Channel(id, participant);
      this.#channels.set(id, channel);
    }
    return channel;
  }

  #noteOn(channel: Channel, key: number, velocity: number): void {
    this.#each(channel, (voice) => {
      if (voice.key === key) voice.release(damped);
    });
    const voice = this.#freeVoice();
    const timbre = timbres[this.#timbres.get(channel.participant) ?? 'piano'];
    voice.channelId = channel.id;
    voice.age = ++this.#notes;
    voice.start(timbre, key, velocity, channel.bend, channel.brightness);
  }

  #noteOff(channel: Channel, key: number): void {
    this.#each(channel, (voice) => {
      if (voice.key !== key || !voice.held) return;
      voice.held = false;
      this.#letGo(channel, voice);
    });
  }

  #control(channel: Channel, controller: number, value: number): void {
    channel.control(controller, value);
    if (controller === midiController.sustain) this.#pedal(channel, 'sustain', value >= 64);
    else if (controller === midiController.sostenuto) this.#pedal(channel, 'sostenuto', value >= 64);
    else if (controller === midiController.resetControllers) {
      this.#pedal(channel, 'sustain', false);
      this.#pedal(channel, 'sostenuto', false);
    } else if (controller === midiController.allSoundOff) this.#each(channel, (voice) => voice.release(damped));
    else if (controller >= midiController.allNotesOff) {
      this.#each(channel, (voice) => {
        voice.held = false;
        this.#letGo(channel, voice);
      });
    }
  }

  #pedal(channel: Channel, pedal: 'sustain' | 'sostenuto', down: boolean): void {
    if (pedal === 'sostenuto' && down && !channel.sostenuto) {
      this.#each(channel, (voice) => {
        voice.caught = voice.held;
      });
    }
    channel[pedal] = down;
    if (down) return;
    this.#each(channel, (voice) => {
      if (pedal === 'sostenuto') voice.caught = false;
      this.#letGo(channel, voice);
    });
  }

  /** Releases a voice unless a finger or a pedal holds it. */
  #letGo(channel: Channel, voice: Voice): void {
    if (voice.held || voice.caught || channel.sustain || voice.releasing) return;
    voice.release(timbres[this.#timbres.get(channel.participant) ?? 'piano'].releaseS);
  }

  #each(channel: Channel, act: (voice: Voice) => void): void {
    for (const voice of this.#voices) if (voice.sounding && voice.channelId === channel.id) act(voice);
  }

  /** A free voice; else the oldest that fades, else the oldest. */
  #freeVoice(): Voice {
    let best: Voice | undefined;
    for (const voice of this.#voices) {
      if (!voice.sounding) return voice;
      const better =
        best === undefined || (voice.releasing !== best.releasing ? voice.releasing : voice.age < best.age);
      if (better) best = voice;
    }
    // There are always voices.
    return best as Voice;
  }
}
