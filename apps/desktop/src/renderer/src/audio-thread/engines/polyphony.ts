import { isNoteOff, midiController, midiStatus } from '@roomtone/protocol';
import type { Mix } from '../../contract/instruments.ts';
import { Channel } from './channel.ts';
import { type Engine, sides } from './engine.ts';

/** How many notes an engine sounds at once; a further one takes the oldest that fades, else the oldest. */
export const polyphony = 128;
/** A string that is struck again, or a voice that is taken away, fades within this, s. */
const dampedS = 0.06;
const asPlayed: Mix = { gain: 1, pan: 0 };

/** One note's sound. It is reused for note after note and allocates nothing while it sounds. */
export interface KeyVoice {
  key: number;
  channelId: number;
  /** Counts up over all notes: the lower, the older. */
  age: number;
  /** The key is down. */
  held: boolean;
  /** The sostenuto pedal caught it. */
  caught: boolean;
  readonly sounding: boolean;
  /** Whether it has been let go of. */
  readonly releasing: boolean;
  /** The damper falls. */
  damp(): void;
  /** Lets the note die away within `seconds`. */
  release(seconds: number): void;
  /** Bends what sounds, semitones from the key. */
  bend(semitones: number): void;
  /** Adds samples `from` to `to`; the gains glide to these within them. */
  render(left: Float32Array, right: Float32Array, from: number, to: number, gainLeft: number, gainRight: number): void;
}

/** What makes the voices of one engine its own. */
export interface Sound<V extends KeyVoice> {
  plays(program: number): boolean;
  makeVoice(): V;
  /** Starts a note. @param velocity 1 to 127. @returns false when there is nothing to sound. */
  strike(voice: V, channel: Channel, velocity: number, program: number): boolean;
}

/** Keys, pedals and voices of all participants, whatever the voices sound like: each participant has sixteen channels. */
export class Polyphony<V extends KeyVoice> implements Engine {
  readonly #sound: Sound<V>;
  readonly #voices: V[];
  readonly #channels = new Map<number, Channel>();
  readonly #mixes = new Map<number, Mix>();
  #notes = 0;

  constructor(sound: Sound<V>) {
    this.#sound = sound;
    this.#voices = Array.from({ length: polyphony }, () => sound.makeVoice());
  }

  get voices(): number {
    let count = 0;
    for (const voice of this.#voices) if (voice.sounding) count++;
    return count;
  }

  plays(program: number): boolean {
    return this.#sound.plays(program);
  }

  setMix(participant: number, mix: Mix): void {
    this.#mixes.set(participant, mix);
  }

  noteOn(participant: number, number: number, key: number, velocity: number, program: number): void {
    const channel = this.#channel(participant, number);
    this.#each(channel, (sounding) => {
      if (sounding.key === key) sounding.release(dampedS);
    });
    const voice = this.#freeVoice();
    voice.key = key;
    if (!this.#sound.strike(voice, channel, velocity, program)) return;
    voice.channelId = channel.id;
    voice.age = ++this.#notes;
    voice.held = true;
    voice.caught = false;
  }

  perform(participant: number, status: number, first: number, second: number): void {
    const channel = this.#channel(participant, status & 0x0f);
    if (isNoteOff(status, second)) this.#noteOff(channel, first);
    else if ((status & 0xf0) === midiStatus.controlChange) this.#control(channel, first, second);
    else if ((status & 0xf0) === midiStatus.pitchBend) {
      channel.setBend(first, second);
      this.#each(channel, (voice) => voice.bend(channel.bend));
    }
  }

  silence(participant: number | 'everybody'): void {
    for (const channel of this.#channels.values()) {
      if (participant !== 'everybody' && channel.participant !== participant) continue;
      this.#each(channel, (voice) => voice.release(dampedS));
      this.#channels.delete(channel.id);
    }
  }

  render(left: Float32Array, right: Float32Array, from: number, to: number): void {
    for (const voice of this.#voices) {
      if (!voice.sounding) continue;
      const gain = this.#channels.get(voice.channelId)?.gain ?? 1;
      const mix = sides(this.#mixes.get(voice.channelId >> 4) ?? asPlayed);
      voice.render(left, right, from, to, gain * mix.left, gain * mix.right);
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
    } else if (controller === midiController.allSoundOff) this.#each(channel, (voice) => voice.release(dampedS));
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

  /** Damps a voice unless a finger or a pedal holds it. */
  #letGo(channel: Channel, voice: KeyVoice): void {
    if (voice.held || voice.caught || channel.sustain || voice.releasing) return;
    voice.damp();
  }

  #each(channel: Channel, act: (voice: V) => void): void {
    for (const voice of this.#voices) if (voice.sounding && voice.channelId === channel.id) act(voice);
  }

  #freeVoice(): V {
    let best: V | undefined;
    for (const voice of this.#voices) {
      if (!voice.sounding) return voice;
      const better =
        best === undefined || (voice.releasing !== best.releasing ? voice.releasing : voice.age < best.age);
      if (better) best = voice;
    }
    // There are always voices.
    return best as V;
  }
}
