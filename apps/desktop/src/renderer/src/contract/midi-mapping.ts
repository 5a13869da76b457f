import { isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';
import { curvedVelocity, type VelocityCurve, velocityCurves } from './velocity-curve.ts';
import { plainZones, wholeIn, type Zone, zoneChannel, zonesFrom } from './zones.ts';

/** Settings for MIDI keyboards. */
export interface InputSettings {
  /** The channel to listen on, 1 to 16; 0 for all. */
  readonly channel: number;
  readonly curve: VelocityCurve;
  /** Semitones, -24 to 24. */
  readonly transpose: number;
  /** 1 to 4. */
  readonly zones: readonly Zone[];
  /** The target that the keyboard's program changes choose: the instrument of its channel, or one of the presets. */
  readonly programs: 'instrument' | 'preset';
}

/** The defaults: input is unchanged. */
export const plainInput: InputSettings = {
  channel: 0,
  curve: 'natural',
  transpose: 0,
  zones: plainZones,
  programs: 'instrument',
};

/** Plays one raw MIDI message. */
export type Play = (data: Uint8Array) => void;

/** The settings of a channel's zone that have been sent. */
interface Told {
  readonly program: number | null;
  readonly volume: number;
}

/** In General MIDI, a channel's volume before anything is said. */
const usualVolume = 100;
/** Controllers that rest at 0. What they act on must hear of the way back, too. */
const resting: ReadonlySet<number> = new Set([
  midiController.modulation,
  midiController.sustain,
  midiController.sostenuto,
  midiController.soft,
]);

/**
 * Maps the input of one keyboard to the notes played. Releasing a key ends the notes that pressing it began, whatever has
 * changed since, and a pedal comes up wherever it is down.
 */
export class MidiMapping {
  #settings: InputSettings;
  /** The notes begun by each key: from the key's channel and number to the channels and numbers played. */
  readonly #began = new Map<number, readonly (readonly [channel: number, note: number])[]>();
  /** The channels on which a control is not at rest, by its channel and number. */
  readonly #moved = new Map<number, ReadonlySet<number>>();
  readonly #told = new Map<number, Told>();
  readonly #choosePreset: (number: number) => void;

  /** @param choosePreset told the number of a program change, from 0, if those choose presets. */
  constructor(settings: InputSettings, choosePreset: (number: number) => void) {
    this.#settings = settings;
    this.#choosePreset = choosePreset;
  }

  /** Takes effect with the next key. */
  set settings(settings: InputSettings) {
    this.#settings = settings;
  }

  /** Forgets all keys and pedals that are down, because they have been released. */
  forget(): void {
    this.#began.clear();
    this.#moved.clear();
    this.#told.clear();
  }

  /** @param data one channel voice message. */
  map(data: Uint8Array, play: Play): void {
    const [status = 0, first = 0, second = 0] = data;
    const channel = status & 0x0f;
    const isHeard = this.#settings.channel === 0 || channel === this.#settings.channel - 1;
    if (isNoteOff(status, second)) this.#up(status, first, second, play);
    else if (isNoteOn(status, second)) {
      if (isHeard) this.#down(channel, first, second, play);
    } else if ((status & 0xf0) === midiStatus.polyPressure) {
      for (const [to, note] of this.#began.get(keyOf(channel, first)) ?? []) {
        play(Uint8Array.of(midiStatus.polyPressure | to, note, second));
      }
    } else if ((status & 0xf0) === midiStatus.programChange) {
      if (!isHeard) return;
      if (this.#settings.programs === 'preset') this.#choosePreset(first);
      else play(data);
    } else this.#control(data, isHeard, play);
  }

  #down(channel: number, key: number, velocity: number, play: Play): void {
    const { curve, transpose, zones } = this.#settings;
    const id = keyOf(channel, key);
    this.#end(id, 64, play);
    const notes: [channel: number, note: number][] = [];
    for (const [index, zone] of zones.entries()) {
      const note = key + transpose + zone.transpose;
      if (key < zone.low || key > zone.high || note < 0 || note > 127) continue;
      const to = zoneChannel(zone, index, channel);
      if (notes.some(([other, same]) => other === to && same === note)) continue;
      notes.push([to, note]);
    }
    for (const to of new Set(notes.map(([each]) => each))) this.#introduce(channel, to, play);
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

  /** A controller, the pitch bend or the pressure acts on all zones, and wherever it has not been let go since. */
  #control(data: Uint8Array, isHeard: boolean, play: Play): void {
    const [status = 0, first = 0, second = 0] = data;
    const channel = status & 0x0f;
    const kind = status & 0xf0;
    const isController = kind === midiStatus.controlChange;
    const id = keyOf(channel, isController ? first : kind);
    const moved = this.#moved.get(id) ?? nowhere;
    const to = new Set(isHeard ? [channel, ...this.#channels(channel)] : []);
    // Banks belong to program changes, which zones have their own of.
    const isBank = isController && (first === midiController.bankMsb || first === midiController.bankLsb);
    const all = isBank ? [channel].filter(() => isHeard) : [...to, ...[...moved].filter((each) => !to.has(each))];
    for (const each of all) {
      const copy = Uint8Array.from(data);
      copy[0] = kind | each;
      if (isController && first === midiController.volume) copy[2] = scaled(second, this.#zoneAt(channel, each));
      play(copy);
    }
    if (isController && !resting.has(first)) return;
    const isAtRest =
      kind === midiStatus.pitchBend ? first === 0 && second === 64 : (isController ? second : first) === 0;
    if (isAtRest) this.#moved.delete(id);
    else if (all.length > 0) this.#moved.set(id, new Set(all));
  }

  /** The channels of all zones. */
  #channels(from: number): number[] {
    return this.#settings.zones.map((zone, index) => zoneChannel(zone, index, from));
  }

  /** The zone that decides about a channel: the first one that plays there. */
  #zoneAt(from: number, to: number): Zone | undefined {
    return this.#settings.zones.find((zone, index) => zoneChannel(zone, index, from) === to);
  }

  /** Tells a channel the program and the volume of its zone, unless it knows them. */
  #introduce(from: number, to: number, play: Play): void {
    const zone = this.#zoneAt(from, to);
    if (zone === undefined) return;
    const told = this.#told.get(to) ?? { program: null, volume: usualVolume };
    const volume = scaled(usualVolume, zone);
    if (zone.program !== null && zone.program !== told.program) {
      play(Uint8Array.of(midiStatus.programChange | to, zone.program));
    }
    if (volume !== told.volume) play(Uint8Array.of(midiStatus.controlChange | to, midiController.volume, volume));
    this.#told.set(to, { program: zone.program ?? told.program, volume });
  }
}

const nowhere: ReadonlySet<number> = new Set();

function scaled(volume: number, zone: Zone | undefined): number {
  return Math.round((volume * (zone?.volume ?? 100)) / 100);
}

/** Validates stored settings; missing and invalid values become the defaults. */
export function inputFrom(value: unknown): InputSettings {
  const kept = (typeof value === 'object' && value !== null ? value : {}) as Partial<
    Record<keyof InputSettings, unknown>
  >;
  return {
    channel: wholeIn(kept.channel, [0, 16]) ?? plainInput.channel,
    curve: velocityCurves.find((curve) => curve === kept.curve) ?? plainInput.curve,
    transpose: wholeIn(kept.transpose, [-24, 24]) ?? plainInput.transpose,
    zones: zonesFrom(kept.zones),
    programs: kept.programs === 'preset' ? 'preset' : plainInput.programs,
  };
}

function keyOf(channel: number, key: number): number {
  return (channel << 8) | key;
}
