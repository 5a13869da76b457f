import { isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';

const pedalDown = 64;

interface Channel {
  readonly down: Set<number>;
  /** Released keys that a pedal keeps sounding. */
  readonly sustained: Set<number>;
  /** Keys that the sostenuto pedal caught. */
  readonly caught: Set<number>;
  sustain: boolean;
}

/** The sounding notes of each participant: keys that are down, and those that pedals sustain. */
export class SoundingNotes {
  readonly #participants = new Map<number, Map<number, Channel>>();

  /** Takes one event. */
  feed(participant: number, status: number, first: number, second: number): void {
    const channel = this.#channel(participant, status & 0x0f);
    if (isNoteOn(status, second)) {
      channel.down.add(first);
      channel.sustained.delete(first);
    } else if (isNoteOff(status, second)) {
      if (channel.down.delete(first) && (channel.sustain || channel.caught.has(first))) channel.sustained.add(first);
    } else if ((status & 0xf0) === midiStatus.controlChange) control(channel, first, second);
  }

  /** Forgets the notes of a participant, or of everybody. */
  drop(participant: number | 'everybody'): void {
    if (participant === 'everybody') this.#participants.clear();
    else this.#participants.delete(participant);
  }

  /** Participants with sounding notes or a pedal down. */
  participants(): number[] {
    return [...this.#participants.keys()].filter((each) => this.isPedalDown(each) || this.notesOf(each).length > 0);
  }

  /** Each note once, lowest first. */
  notesOf(participant: number): number[] {
    const notes = new Set<number>();
    for (const { down, sustained } of this.#participants.get(participant)?.values() ?? []) {
      for (const note of down) notes.add(note);
      for (const note of sustained) notes.add(note);
    }
    return [...notes].sort((a, b) => a - b);
  }

  isPedalDown(participant: number): boolean {
    for (const { sustain } of this.#participants.get(participant)?.values() ?? []) if (sustain) return true;
    return false;
  }

  #channel(participant: number, number: number): Channel {
    let channels = this.#participants.get(participant);
    if (channels === undefined) {
      channels = new Map();
      this.#participants.set(participant, channels);
    }
    let channel = channels.get(number);
    if (channel === undefined) {
      channel = { down: new Set(), sustained: new Set(), caught: new Set(), sustain: false };
      channels.set(number, channel);
    }
    return channel;
  }
}

function control(channel: Channel, controller: number, value: number): void {
  const { down, sustained, caught } = channel;
  switch (controller) {
    case midiController.sustain:
      channel.sustain = value >= pedalDown;
      break;
    case midiController.sostenuto:
      if (value >= pedalDown) for (const note of down) caught.add(note);
      else caught.clear();
      break;
    case midiController.resetControllers:
      channel.sustain = false;
      caught.clear();
      break;
    default:
      if (controller < midiController.allSoundOff) return;
      down.clear();
      sustained.clear();
  }
  if (channel.sustain) return;
  for (const note of sustained) if (!caught.has(note)) sustained.delete(note);
}
