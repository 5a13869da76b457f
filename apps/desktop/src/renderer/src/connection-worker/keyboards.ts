import { eventLength } from '@roomtone/protocol';
import { type InputSettings, MidiMapping, plainInput } from '../contract/midi-mapping.ts';
import { type NoteSinks, type NoteSource, Performer } from '../contract/performer.ts';

/** What MIDI keyboards play, on its way from a device to the room, to ears and to eyes, without a stop on the page. */
export class Keyboards {
  readonly #performer: Performer;
  readonly #mappings = new Map<string, MidiMapping>();
  #settings: InputSettings = plainInput;

  constructor(sinks: NoteSinks) {
    this.#performer = new Performer(sinks);
  }

  /** Takes one raw message of a device; what is no channel voice message is left out. */
  play(device: string, data: Uint8Array, timeUs: number): void {
    if (data.length === 0 || eventLength(data[0] ?? 0) !== data.length) return;
    let mapping = this.#mappings.get(device);
    if (mapping === undefined) {
      mapping = new MidiMapping(this.#settings);
      this.#mappings.set(device, mapping);
    }
    const source = sourceOf(device);
    mapping.map(data, (mapped) => this.#performer.play(source, mapped, timeUs));
  }

  /** How keyboards are taken from now on. */
  set(settings: InputSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    for (const [device, mapping] of this.#mappings) {
      mapping.settings = settings;
      // The second sound's pedals would not come up any more.
      if (settings.mode !== before.mode) this.release(device);
    }
  }

  /** Whether playing is allowed here; what is held ends when it is taken away. */
  allow(isAllowed: boolean): void {
    this.#performer.allow(isAllowed);
  }

  /** Lets go of all that a device holds: whoever unplugs it cannot let go of its keys any more. */
  release(device: string): void {
    this.#mappings.get(device)?.forget();
    this.#performer.release(sourceOf(device));
  }

  releaseAll(): void {
    for (const device of this.#mappings.keys()) this.release(device);
  }

  /** Ends whatever may still sound anywhere, known to be held or not. */
  panic(): void {
    for (const mapping of this.#mappings.values()) mapping.forget();
    this.#performer.panic();
  }
}

function sourceOf(device: string): NoteSource {
  return `midi:${device}`;
}
