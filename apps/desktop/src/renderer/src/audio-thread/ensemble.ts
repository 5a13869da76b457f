import { isNoteOn, midiController, midiStatus } from '@roomtone/protocol';
import { drumChannel, drumProgram, type Mix, pianoProgram } from '../contract/instruments.ts';
import type { Engine } from './engines/engine.ts';

/**
 * All players and their instruments. A note goes to the first engine that can play its program now; the last engine plays
 * anything. A missing program is requested once: when it is chosen, but the piano, which everybody has at first, when it is
 * played.
 */
export class Ensemble {
  readonly #engines: readonly Engine[];
  readonly #want: (program: number) => void;
  readonly #wanted = new Set<number>();
  /** By participant. */
  readonly #instruments = new Map<number, number>();
  /** Program changes since the instrument was chosen, by participant and channel. */
  readonly #changes = new Map<number, Map<number, number>>();

  /** @param want called once for each program that a better engine could play. */
  constructor(engines: readonly Engine[], want: (program: number) => void) {
    this.#engines = engines;
    this.#want = want;
  }

  get voices(): number {
    let count = 0;
    for (const engine of this.#engines) count += engine.voices;
    return count;
  }

  /** Sets a participant's instrument on every channel. */
  setInstrument(participant: number, program: number): void {
    this.#instruments.set(participant, program);
    this.#changes.delete(participant);
    if (program !== pianoProgram) this.#ask(program);
  }

  setMix(participant: number, mix: Mix): void {
    for (const engine of this.#engines) engine.setMix(participant, mix);
  }

  /** Requests the current programs again, because another bank is in use. */
  requestAgain(): void {
    const current = new Set([pianoProgram, drumProgram, ...this.#instruments.values()]);
    for (const changes of this.#changes.values()) for (const program of changes.values()) current.add(program);
    const before = [...this.#wanted];
    this.#wanted.clear();
    for (const program of before) if (current.has(program)) this.#ask(program);
  }

  /** Performs one MIDI event now. */
  perform(participant: number, status: number, first: number, second: number): void {
    const channel = status & 0x0f;
    if (isNoteOn(status, second)) this.#noteOn(participant, channel, first, second);
    else if ((status & 0xf0) === midiStatus.programChange) this.#change(participant, channel, first);
    else if (!isBankSelect(status, first)) {
      for (const engine of this.#engines) engine.perform(participant, status, first, second);
    }
  }

  silence(participant: number | 'everybody'): void {
    for (const engine of this.#engines) engine.silence(participant);
    if (participant === 'everybody') this.#changes.clear();
    else this.#changes.delete(participant);
  }

  render(left: Float32Array, right: Float32Array, from: number, to: number): void {
    for (const engine of this.#engines) engine.render(left, right, from, to);
  }

  #noteOn(participant: number, channel: number, key: number, velocity: number): void {
    const program = this.#programOf(participant, channel);
    for (const engine of this.#engines) {
      if (!engine.plays(program)) continue;
      engine.noteOn(participant, channel, key, velocity, program);
      break;
    }
    this.#ask(program);
  }

  #change(participant: number, channel: number, program: number): void {
    let changes = this.#changes.get(participant);
    if (changes === undefined) {
      changes = new Map();
      this.#changes.set(participant, changes);
    }
    changes.set(channel, program);
    this.#ask(this.#programOf(participant, channel));
  }

  #programOf(participant: number, channel: number): number {
    if (channel === drumChannel) return drumProgram;
    return this.#changes.get(participant)?.get(channel) ?? this.#instruments.get(participant) ?? 0;
  }

  #ask(program: number): void {
    if (this.#wanted.has(program)) return;
    this.#wanted.add(program);
    this.#want(program);
  }
}

/** Only General MIDI's own bank is supported: a preset is chosen by program alone. */
function isBankSelect(status: number, controller: number): boolean {
  const isControl = (status & 0xf0) === midiStatus.controlChange;
  return isControl && (controller === midiController.bankMsb || controller === midiController.bankLsb);
}
