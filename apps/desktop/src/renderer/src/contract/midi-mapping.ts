import { isNoteOff, isNoteOn, midiStatus } from '@roomtone/protocol';
import { curvedVelocity, type VelocityCurve, velocityCurves } from './velocity-curve.ts';

/** Settings for MIDI keyboards. */
export interface InputSettings {
  /** The channel to listen on, 1 to 16; 0 for all. */
  readonly channel: number;
  readonly curve: VelocityCurve;
  /** Semitones, -24 to 24. */
  readonly transpose: number;
  /** whole: one sound. split: a second one below `splitNote`. layer: a second one with every note. */
  readonly mode: 'whole' | 'split' | 'layer';
  /** The lowest note of the first sound, before transposition. */
  readonly splitNote: number;
  /** Octaves by which the second sound is shifted, -3 to 3. */
  readonly secondOctave: number;
  /** The second sound's General MIDI program, 0 to 127. */
  readonly secondProgram: number;
}

/** The defaults: input is unchanged. */
export const plainInput: InputSettings = {
  channel: 0,
  curve: 'natural',
  transpose: 0,
  mode: 'whole',
  splitNote: 60,
  secondOctave: 0,
  secondProgram: 32,
};

/** Plays one raw MIDI message. */
export type Play = (data: Uint8Array) => void;

const drums = 9;

/**
 * Maps the input of one keyboard to the notes played. Releasing a key ends the notes that pressing it began, whatever has
 * changed since.
 */
export class MidiMapping {
  #settings: InputSettings;
  /** The notes begun by each key: from the key's channel and number to the channels and numbers played. */
  readonly #began = new Map<number, readonly (readonly [channel: number, note: number])[]>();
  /** The second sound's channels that have had their program change. */
  readonly #programSent = new Set<number>();

  constructor(settings: InputSettings) {
    this.#settings = settings;
  }

  /** Takes effect with the next key. */
  set settings(settings: InputSettings) {
    if (settings.secondProgram !== this.#settings.secondProgram) this.#programSent.clear();
    this.#settings = settings;
  }

  /** Forgets all keys that are down, because they have been released. */
  forget(): void {
    this.#began.clear();
    this.#programSent.clear();
  }

  /** @param data one channel voice message. */
  map(data: Uint8Array, play: Play): void {
    const [status = 0, first = 0, second = 0] = data;
    const channel = status & 0x0f;
    if (isNoteOff(status, second)) this.#up(status, first, second, play);
    else if (this.#settings.channel !== 0 && channel !== this.#settings.channel - 1) return;
    else if (isNoteOn(status, second)) this.#down(channel, first, second, play);
    else if ((status & 0xf0) === midiStatus.polyPressure) {
      for (const [to, note] of this.#began.get(keyOf(channel, first)) ?? []) {
        play(Uint8Array.of(midiStatus.polyPressure | to, note, second));
      }
    } else {
      play(data);
      // The second sound's program comes from these settings, not from the keyboard.
      if (this.#settings.mode === 'whole' || (status & 0xf0) === midiStatus.programChange) return;
      const copy = Uint8Array.from(data);
      copy[0] = (status & 0xf0) | secondChannel(channel);
      play(copy);
    }
  }

  #down(channel: number, key: number, velocity: number, play: Play): void {
    const { curve, transpose, mode, splitNote, secondOctave } = this.#settings;
    const id = keyOf(channel, key);
    this.#end(id, 64, play);
    const notes: (readonly [number, number])[] = [];
    const add = (to: number, note: number) => {
      if (note >= 0 && note <= 127) notes.push([to, note]);
    };
    const isLower = mode === 'split' && key < splitNote;
    if (!isLower) add(channel, key + transpose);
    if (isLower || mode === 'layer') {
      const to = secondChannel(channel);
      this.#introduce(to, play);
      add(to, key + transpose + 12 * secondOctave);
    }
    this.#began.set(id, notes);
    for (const [to, note] of notes) play(Uint8Array.of(midiStatus.noteOn | to, note, curvedVelocity(curve, velocity)));
  }

  #up(status: number, key: number, velocity: number, play: Play): void {
    const id = keyOf(status & 0x0f, key);
    this.#end(id, (status & 0xf0) === midiStatus.noteOff ? velocity : 64, play);
  }

  #end(id: number, velocity: number, play: Play): void {
    const notes = this.#began.get(id);
    if (notes === undefined) return;
    this.#began.delete(id);
    const others = [...this.#began.values()].flat();
    for (const [to, note] of notes) {
      // After a change of settings two keys may have begun the same note; the last one ends it.
      if (others.some(([channel, held]) => channel === to && held === note)) continue;
      play(Uint8Array.of(midiStatus.noteOff | to, note, velocity));
    }
  }

  #introduce(channel: number, play: Play): void {
    if (this.#programSent.has(channel)) return;
    this.#programSent.add(channel);
    play(Uint8Array.of(midiStatus.programChange | channel, this.#settings.secondProgram));
  }
}

/** Validates stored settings; missing and invalid values become the defaults. */
export function inputFrom(value: unknown): InputSettings {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof InputSettings, unknown>
  >;
  const whole = (name: keyof InputSettings & keyof typeof bounds): number => {
    const [low, high] = bounds[name];
    const number = kept[name];
    return Number.isInteger(number) && Number(number) >= low && Number(number) <= high
      ? Number(number)
      : plainInput[name];
  };
  return {
    channel: whole('channel'),
    curve: velocityCurves.find((curve) => curve === kept.curve) ?? plainInput.curve,
    transpose: whole('transpose'),
    mode: inputModes.find((mode) => mode === kept.mode) ?? plainInput.mode,
    splitNote: whole('splitNote'),
    secondOctave: whole('secondOctave'),
    secondProgram: whole('secondProgram'),
  };
}

export const inputModes = ['whole', 'split', 'layer'] as const;

const bounds = {
  channel: [0, 16],
  transpose: [-24, 24],
  splitNote: [0, 127],
  secondOctave: [-3, 3],
  secondProgram: [0, 127],
} as const;

/** The second sound's channel: next to the first sound's, but never the drums. */
function secondChannel(channel: number): number {
  const next = (channel + 1) % 16;
  return next === drums ? next + 1 : next;
}

function keyOf(channel: number, key: number): number {
  return (channel << 7) | key;
}
