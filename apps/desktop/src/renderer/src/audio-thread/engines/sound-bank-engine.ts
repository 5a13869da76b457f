import { isNoteOff, midiController, midiStatus } from '@roomtone/protocol';
import { SoundBankLoader, SpessaLog, SpessaSynthProcessor } from 'spessasynth_core';
import type { BankPreset } from '../../contract/instruments.ts';
import { drumProgram, type Mix } from '../../contract/instruments.ts';
import type { Engine } from './engine.ts';
import { polyphony } from './polyphony.ts';

/** The state of a channel when it goes to another player. "Reset all controllers" leaves volume and pan unchanged. */
const defaultControllers: readonly (readonly [controller: number, value: number])[] = [
  [midiController.resetControllers, 0],
  [midiController.volume, 100],
  [midiController.pan, 64],
];

/** Plays General MIDI with a SoundFont synthesizer, which has one MIDI channel for each channel of each participant. */
export class SoundBankEngine implements Engine {
  readonly #synth: SpessaSynthProcessor;
  readonly #programs = new Map<number, { readonly bank: string; readonly gain: number }>();
  /** By participant and channel: the synthesizer's channel, and its program. */
  readonly #channels = new Map<number, { readonly index: number; program: number }>();
  readonly #free: number[] = [];
  readonly #mixes = new Map<number, Mix>();
  #made = 0;

  /** @param blockFrames the most that is rendered in one call. */
  constructor(sampleRate: number, blockFrames: number) {
    SpessaLog.setLogLevel(false, false, false);
    this.#synth = new SpessaSynthProcessor(sampleRate, {
      maxBufferSize: blockFrames,
      effectsEnabled: false,
      eventsEnabled: false,
    });
    this.#synth.setSystemParameter('voiceCap', polyphony);
    // A channel has no preset until it is loaded, and no note starts on it before that.
    this.#synth.onMissingPreset = () => undefined;
    for (let index = 0; index < this.#synth.midiChannels.length; index++) this.#free.push(index);
  }

  get voices(): number {
    return this.#synth.voiceCount;
  }

  /** Adds an instrument, replacing the previous one for its program. */
  add({ program, file, gain, decoded }: BankPreset): void {
    const bank = SoundBankLoader.fromArrayBuffer(file);
    for (const [index, samples] of decoded) {
      const sample = bank.samples[index];
      sample?.setAudioData(samples, sample.sampleRate);
    }
    this.#made++;
    const id = `${program}-${this.#made}`;
    const before = this.#programs.get(program);
    if (before !== undefined) this.#synth.soundBankManager.deleteSoundBank(before.bank);
    this.#synth.soundBankManager.addSoundBank(bank, id);
    this.#programs.set(program, { bank: id, gain });
    // Makes the channels look their preset up again for their next note.
    for (const channel of this.#channels.values()) if (channel.program === program) channel.program = -1;
  }

  /** Removes all instruments and ends what sounds. */
  clear(): void {
    this.#synth.stopAllChannels();
    for (const { bank } of this.#programs.values()) this.#synth.soundBankManager.deleteSoundBank(bank);
    this.#programs.clear();
    for (const channel of this.#channels.values()) channel.program = -1;
  }

  plays(program: number): boolean {
    return this.#programs.has(program);
  }

  noteOn(participant: number, number: number, key: number, velocity: number, program: number): void {
    const channel = this.#channel(participant, number);
    if (channel.program !== program) {
      channel.program = program;
      this.#synth.midiChannels[channel.index]?.setDrums(program === drumProgram);
      this.#synth.programChange(channel.index, program === drumProgram ? 0 : program);
      this.#apply(participant, channel);
    }
    this.#synth.noteOn(channel.index, key, velocity);
  }

  perform(participant: number, status: number, first: number, second: number): void {
    const { index } = this.#channel(participant, status & 0x0f);
    if (isNoteOff(status, second)) {
      this.#synth.noteOff(index, first);
      return;
    }
    switch (status & 0xf0) {
      case midiStatus.controlChange:
        this.#control(index, first, second);
        break;
      case midiStatus.pitchBend:
        this.#synth.pitchWheel(index, first | (second << 7));
        break;
      case midiStatus.polyPressure:
        this.#synth.polyPressure(index, first, second);
        break;
      case midiStatus.channelPressure:
        this.#synth.channelPressure(index, first);
        break;
    }
  }

  setMix(participant: number, mix: Mix): void {
    this.#mixes.set(participant, mix);
    for (const [id, channel] of this.#channels) if (id >> 4 === participant) this.#apply(participant, channel);
  }

  silence(participant: number | 'everybody'): void {
    for (const [id, { index }] of this.#channels) {
      if (participant !== 'everybody' && id >> 4 !== participant) continue;
      this.#synth.midiChannels[index]?.stopAllNotes();
      for (const [controller, value] of defaultControllers) this.#control(index, controller, value);
      this.#channels.delete(id);
      this.#free.push(index);
    }
  }

  render(left: Float32Array, right: Float32Array, from: number, to: number): void {
    this.#synth.process(left, right, from, to - from);
  }

  #channel(participant: number, number: number): { readonly index: number; program: number } {
    const id = (participant << 4) | number;
    let channel = this.#channels.get(id);
    if (channel === undefined) {
      if (this.#free.length === 0) {
        this.#synth.createMIDIChannel();
        this.#free.push(this.#synth.midiChannels.length - 1);
      }
      channel = { index: this.#free.shift() ?? 0, program: -1 };
      this.#channels.set(id, channel);
      this.#apply(participant, channel);
    }
    return channel;
  }

  #control(index: number, controller: number, value: number): void {
    // Any of MIDI's 128 controllers; the synthesizer has its own type for them.
    this.#synth.controllerChange(index, controller as Parameters<SpessaSynthProcessor['controllerChange']>[1], value);
  }

  #apply(participant: number, { index, program }: { readonly index: number; readonly program: number }): void {
    const { gain, pan } = this.#mixes.get(participant) ?? { gain: 1, pan: 0 };
    const channel = this.#synth.midiChannels[index];
    channel?.setSystemParameter('gain', gain * (this.#programs.get(program)?.gain ?? 1));
    channel?.setSystemParameter('pan', pan);
  }
}
