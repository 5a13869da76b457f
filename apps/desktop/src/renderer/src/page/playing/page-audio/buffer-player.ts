import { eventLength, isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';
import { Channel } from '../../../audio-thread/engines/channel.ts';
import { sides } from '../../../audio-thread/engines/engine.ts';
import { polyphony } from '../../../audio-thread/engines/polyphony.ts';
import { type Mix, pianoProgram } from '../../../contract/instruments.ts';
import {
  ownParticipant,
  type SoundMessage,
  type SynthMessage,
  type SynthReport,
} from '../../../contract/synth-messages.ts';
import { frameAt, type TimeAnchor } from '../../../contract/time-mapping.ts';
import { BufferSounds } from './buffer-sounds.ts';

/** Time constant of a damped note, s. */
const dampS = 0.08;
const silencedS = 0.015;

interface Note {
  readonly source: AudioBufferSourceNode;
  readonly gain: GainNode;
  readonly channel: Channel;
  readonly key: number;
  /** When it begins, on the context's clock. */
  readonly at: number;
  held: boolean;
}

/**
 * Plays notes where the browser has no AudioWorklet: each note is a buffer that starts at its time. Events arrive in
 * order and ahead of their time, so pedals need no timer either.
 */
export class BufferPlayer {
  readonly #context: AudioContext;
  readonly #sounds: BufferSounds;
  /** The node for everything that passes the same limiter as the notes. */
  readonly out: AudioNode;
  readonly #report: (report: SynthReport) => void;
  readonly #channels = new Map<number, Channel>();
  readonly #programs = new Map<number, number>();
  readonly #mixes = new Map<number, { readonly left: GainNode; readonly right: GainNode; readonly in: AudioNode }>();
  readonly #notes = new Set<Note>();
  readonly #lastAt = new Map<number, number>();
  #anchor: TimeAnchor | undefined;
  #ownDelayUs = 0;
  #pianoIsWanted = false;

  /** @param report gets what the page would get from the audio thread. */
  constructor(context: AudioContext, report: (report: SynthReport) => void) {
    this.#context = context;
    this.#report = report;
    this.#sounds = new BufferSounds(context);
    this.out = new DynamicsCompressorNode(context, { threshold: -8, ratio: 12, attack: 0.002, release: 0.2 });
    this.out.connect(context.destination);
  }

  /** Takes the messages that the audio thread would get. */
  receive(message: SynthMessage): void {
    switch (message.kind) {
      case 'own':
        this.#playOwn(message.data, message.timeUs);
        break;
      case 'own-delay':
        this.#ownDelayUs = message.delayUs;
        break;
      case 'notes-port':
        message.port.onmessage = (event: MessageEvent<SoundMessage>) => this.#receiveNotes(event.data);
        break;
      case 'time':
        this.#anchor = message.anchor;
        break;
      case 'instrument':
        this.#programs.set(message.participant, message.program);
        break;
      case 'mix':
        this.#mix(message.participant, message.mix);
        break;
      case 'piano-sample':
        this.#sounds.add(message.sample);
        break;
      case 'piano':
        this.#sounds.setReady(message.isReady);
        break;
      case 'room':
      case 'piano-noise':
      case 'preset':
      case 'forget-presets':
        // Only the audio thread can do these.
        break;
    }
  }

  #receiveNotes(message: SoundMessage): void {
    if (message.kind === 'own') {
      this.#playOwn(message.data, message.timeUs);
      return;
    }
    if (message.kind === 'silence') {
      this.#silence(message.participant);
      return;
    }
    if (message.kind === 'loop') {
      const { participant, data, timesUs, voidFromUs } = message;
      if (voidFromUs !== undefined) this.#takeBack(participant, this.#timeOf(voidFromUs));
      this.#performAll(participant, data, (index) => this.#timeOf(timesUs[index]));
      return;
    }
    const { participant, data, atUs, offsets } = message;
    this.#performAll(participant, data, (index) => this.#timeOf(atUs + (offsets[index] ?? 0)));
  }

  #playOwn(data: Uint8Array, timeUs: number): void {
    const atUs = this.#ownDelayUs === 0 ? undefined : timeUs + this.#ownDelayUs;
    this.#performAll(ownParticipant, data, () => this.#timeOf(atUs));
  }

  /**
   * Converts a local time to the context's clock, s. Undefined means now, as does any time before the clocks are known.
   */
  #timeOf(atUs: number | undefined): number {
    const { sampleRate, currentTime } = this.#context;
    return this.#anchor === undefined || atUs === undefined
      ? currentTime
      : frameAt(this.#anchor, atUs, sampleRate) / sampleRate;
  }

  /** Performs the events in raw MIDI. One participant's events never change their order (R5.9). */
  #performAll(participant: number, data: Uint8Array, atOf: (index: number) => number): void {
    let position = 0;
    for (let index = 0; position < data.length; index++) {
      const status = data[position] ?? 0;
      const length = eventLength(status);
      if (length === 0) return;
      const at = Math.max(atOf(index), this.#lastAt.get(participant) ?? 0);
      this.#lastAt.set(participant, at);
      this.#perform(participant, status, data[position + 1] ?? 0, data[position + 2] ?? 0, at);
      position += length;
    }
  }

  #perform(participant: number, status: number, first: number, second: number, at: number): void {
    const channel = this.#channel(participant, status & 0x0f);
    if (isNoteOn(status, second)) this.#noteOn(channel, first, second, at);
    else if (isNoteOff(status, second)) {
      for (const note of this.#notesOf(channel)) if (note.key === first) this.#release(note, at);
    } else if ((status & 0xf0) === midiStatus.programChange) this.#programs.set(participant, first);
    else if ((status & 0xf0) === midiStatus.pitchBend) {
      channel.setBend(first, second);
      for (const note of this.#notesOf(channel)) note.source.detune.setValueAtTime(channel.bend * 100, at);
    } else if ((status & 0xf0) === midiStatus.controlChange) this.#control(channel, first, second, at);
  }

  #control(channel: Channel, controller: number, value: number, at: number): void {
    channel.control(controller, value);
    const isPedal = controller === midiController.sustain;
    if (isPedal) channel.sustain = value >= 64;
    if (controller === midiController.resetControllers) channel.sustain = false;
    if (controller === midiController.allSoundOff)
      for (const note of this.#notesOf(channel)) this.#end(note, at, silencedS);
    else if (controller >= midiController.allNotesOff)
      for (const note of this.#notesOf(channel)) this.#release(note, at);
    else if (!channel.sustain && (isPedal || controller === midiController.resetControllers)) {
      for (const note of this.#notesOf(channel)) if (!note.held) this.#end(note, at, dampS);
    }
  }

  #noteOn(channel: Channel, key: number, velocity: number, at: number): void {
    const program = this.#programs.get(channel.participant) ?? pianoProgram;
    const sound = this.#sounds.of(program, key, velocity);
    if (program === pianoProgram && !this.#pianoIsWanted) {
      this.#pianoIsWanted = true;
      this.#report({ kind: 'want', program });
    }
    for (const note of this.#notesOf(channel)) if (note.key === key) this.#end(note, at, silencedS);
    const [oldest] = this.#notes;
    if (this.#notes.size >= polyphony && oldest !== undefined) this.#end(oldest, at, silencedS);
    const source = new AudioBufferSourceNode(this.#context, {
      buffer: sound.buffer,
      playbackRate: sound.rate,
      detune: channel.bend * 100,
    });
    const gain = new GainNode(this.#context, { gain: sound.gain * channel.gain });
    source.connect(gain).connect(this.#inputOf(channel.participant));
    const note: Note = { source, gain, channel, key, at, held: true };
    this.#notes.add(note);
    this.#reportVoices();
    source.onended = () => {
      gain.disconnect();
      this.#notes.delete(note);
      this.#reportVoices();
    };
    source.start(at);
  }

  #reportVoices(): void {
    this.#report({ kind: 'state', voices: this.#notes.size, load: 0 });
  }

  #release(note: Note, at: number): void {
    note.held = false;
    if (!note.channel.sustain) this.#end(note, at, dampS);
  }

  #end(note: Note, at: number, constantS: number): void {
    note.gain.gain.setTargetAtTime(0, at, constantS);
    note.source.stop(at + 8 * constantS);
  }

  /** Cancels notes that were to begin at this time or later; one that was to end then is ended by what comes instead. */
  #takeBack(participant: number, from: number): void {
    this.#lastAt.delete(participant);
    for (const note of this.#notes) {
      if (note.channel.participant === participant && note.at >= from) note.source.stop(note.at);
    }
  }

  #silence(participant: number | 'everybody'): void {
    for (const note of this.#notes) {
      const isAffected = participant === 'everybody' || note.channel.participant === participant;
      if (isAffected) this.#end(note, this.#context.currentTime, silencedS);
    }
    for (const channel of this.#channels.values()) {
      if (participant === 'everybody' || channel.participant === participant) this.#channels.delete(channel.id);
    }
  }

  #notesOf(channel: Channel): Note[] {
    return [...this.#notes].filter((note) => note.channel === channel);
  }

  #channel(participant: number, number: number): Channel {
    const id = (participant << 4) | number;
    const channel = this.#channels.get(id) ?? new Channel(id, participant);
    this.#channels.set(id, channel);
    return channel;
  }

  #mix(participant: number, mix: Mix): void {
    this.#inputOf(participant);
    const { left, right } = sides(mix);
    this.#mixes.get(participant)?.left.gain.setTargetAtTime(left, this.#context.currentTime, silencedS);
    this.#mixes.get(participant)?.right.gain.setTargetAtTime(right, this.#context.currentTime, silencedS);
  }

  /** The input of a participant's notes, with a gain for each side. */
  #inputOf(participant: number): AudioNode {
    const there = this.#mixes.get(participant);
    if (there !== undefined) return there.in;
    const split = new ChannelSplitterNode(this.#context, { numberOfOutputs: 2 });
    const left = new GainNode(this.#context);
    const right = new GainNode(this.#context);
    const merge = new ChannelMergerNode(this.#context, { numberOfInputs: 2 });
    split.connect(left, 0).connect(merge, 0, 0);
    split.connect(right, 1).connect(merge, 0, 1);
    merge.connect(this.out);
    this.#mixes.set(participant, { left, right, in: split });
    return split;
  }
}
