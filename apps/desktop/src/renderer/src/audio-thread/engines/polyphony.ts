import { isNoteOff, midiController, midiStatus } from '@roomtone/protocol';
import type { Mix } from '../../contract/instruments.ts';
import { Channel } from './channel.ts';
import { type Engine, sides } from './engine.ts';

/** The maximum number of voices of an engine. One more note takes over the oldest fading voice, or else the oldest. */
export const polyphony = 128;
/** The fade of a string that is struck again, or of a voice that is taken over, s. */
const dampedS = 0.06;
const asPlayed: Mix = { gain: 1, pan: 0 };

/** The sound of one note. A voice is reused for many notes and allocates nothing while it sounds. */
export interface KeyVoice {
  key: number;
  channelId: number;
  /** Increases with every note: the lowest age is the oldest voice. */
  age: number;
  /** True while the key is down. */
  held: boolean;
  /** True if the sostenuto pedal holds it. */
  heldBySostenuto: boolean;
  readonly sounding: boolean;
  /** True once it has been released. */
  readonly releasing: boolean;
  /** Damps the note. */
  damp(): void;
  /** Fades the note out within `seconds`. */
  release(seconds: number): void;
  /** Bends the sounding note, semitones from the key. */
  bend(semitones: number): void;
  /** Adds samples `from` to `to`; the gains glide to these values over them. */
  render(left: Float32Array, right: Float32Array, from: number, to: number, gainLeft: number, gainRight: number): void;
}

/** The part of an engine that differs by instrument. */
export interface Sound<V extends KeyVoice> {
  plays(program: number): boolean;
  makeVoice(): V;
  /**
   * Starts a note.
   * @param velocity 1 to 127.
   * @returns false if there is nothing to play.
   */
  strike(voice: V, channel: Channel, velocity: number, program: number): boolean;
}

/** Handles keys, pedals and voices of all participants, for any kind of voice. Each participant has sixteen channels. */
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
    voice.heldBySostenuto = false;
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
      this.#releaseUnlessHeld(channel, voice);
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
        this.#releaseUnlessHeld(channel, voice);
      });
    }
  }

  #pedal(channel: Channel, pedal: 'sustain' | 'sostenuto', down: boolean): void {
    if (pedal === 'sostenuto' && down && !channel.sostenuto) {
      this.#each(channel, (voice) => {
        voice.heldBySostenuto = voice.held;
      });
    }
    channel[pedal] = down;
    if (down) return;
    this.#each(channel, (voice) => {
      if (pedal === 'sostenuto') voice.heldBySostenuto = false;
      this.#releaseUnlessHeld(channel, voice);
    });
  }

  /** Damps a voice unless its key or a pedal holds it. */
  #releaseUnlessHeld(channel: Channel, voice: KeyVoice): void {
    if (voice.held || voice.heldBySostenuto || channel.sustain || voice.releasing) return;
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
    // There is always at least one voice.
    return best as V;
  }
}
