import { eventLength } from '@roomtone/protocol';
import type { Assignment } from '../contract/midi-learn.ts';
import { type InputSettings, MidiMapping, plainInput } from '../contract/midi-mapping.ts';
import { type NoteSinks, type NoteSource, Performer } from '../contract/performer.ts';
import type { LearnedControls } from './learned-controls.ts';

/** Passes notes from MIDI keyboards to the room, sound and drawing without going through the page. */
export class Keyboards {
  readonly #performer: Performer;
  readonly #mappings = new Map<string, MidiMapping>();
  #settings: InputSettings = plainInput;
  readonly #learned: LearnedControls;
  readonly #choosePreset: (number: number) => void;

  /**
   * @param learned takes the messages of controls that do not play.
   * @param choosePreset told the numbers, from 0, of program changes that choose presets.
   */
  constructor(sinks: NoteSinks, learned: LearnedControls, choosePreset: (number: number) => void) {
    this.#performer = new Performer(sinks);
    this.#learned = learned;
    this.#choosePreset = choosePreset;
  }

  /** Handles one raw message from a device; anything but a channel voice message is ignored. */
  play(device: string, data: Uint8Array, timeUs: number): void {
    if (data.length === 0 || eventLength(data[0] ?? 0) !== data.length) return;
    if (this.#learned.takes(device, data, timeUs)) return;
    let mapping = this.#mappings.get(device);
    if (mapping === undefined) {
      mapping = new MidiMapping(this.#settings, this.#choosePreset);
      this.#mappings.set(device, mapping);
    }
    const source = sourceOf(device);
    mapping.map(data, (mapped) => this.#performer.play(source, mapped, timeUs));
  }

  /** Applies new input settings. */
  set(settings: InputSettings): void {
    this.#settings = settings;
    for (const mapping of this.#mappings.values()) mapping.settings = settings;
  }

  /** Sets which controls act. What their devices hold ends, because the note-off of such a control is not played. */
  setLearned(assignments: readonly Assignment[]): void {
    this.#learned.set(assignments);
    for (const device of new Set(assignments.map((each) => each.device))) this.release(device);
  }

  /** Sets whether the user may play here; taking that away ends held notes. */
  allow(isAllowed: boolean): void {
    this.#performer.allow(isAllowed);
  }

  /** Ends everything that a device holds: once it is unplugged, its keys cannot be released. */
  release(device: string): void {
    this.#mappings.get(device)?.forget();
    this.#performer.release(sourceOf(device));
  }

  releaseAll(): void {
    for (const device of this.#mappings.keys()) this.release(device);
  }

  /** Ends everything that may still sound, whether or not it is known to be held. */
  panic(): void {
    for (const mapping of this.#mappings.values()) mapping.forget();
    this.#performer.panic();
  }
}

function sourceOf(device: string): NoteSource {
  return `midi:${device}`;
}
