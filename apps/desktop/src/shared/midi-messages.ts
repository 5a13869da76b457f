// What passes between the place where MIDI devices are (a process of the app; in a browser the page itself) and the
// connection worker, by a MessagePort of its own. Times are µs on the monotonic clock of the place of the devices.

/** Devices to worker. */
export type MidiReport =
  | MidiCapabilities
  /** The devices that are plugged in, by their stable names; again whenever that changes. */
  | { readonly kind: 'devices'; readonly inputs: readonly string[]; readonly outputs: readonly string[] }
  /** One raw MIDI message, as it came in. */
  | { readonly kind: 'event'; readonly device: string; readonly data: Uint8Array; readonly timeUs: number }
  /** A device is heard no more: unplugged, plugged in anew or switched off. What it holds must end. */
  | { readonly kind: 'gone'; readonly device: string }
  /** The answer to the `clock` that was sent at `askedUs`. */
  | { readonly kind: 'clock'; readonly askedUs: number; readonly hereUs: number };

/** What the place can do; sent first. */
export interface MidiCapabilities {
  readonly kind: 'capabilities';
  /** Whether there is MIDI at all: a machine may have no sequencer. */
  readonly hasMidi: boolean;
  readonly hasOutputs: boolean;
  /** Whether other programs can be given ports to listen to. */
  readonly canMakePorts: boolean;
  /** Whether its clock is the worker's own, so that times need no change. */
  readonly sharesClock: boolean;
}

/** Worker to devices. */
export type MidiRequest =
  /** Asks for the time; `askedUs`, on the worker's clock, comes back. */
  | { readonly kind: 'clock'; readonly askedUs: number }
  /** The inputs that are not to be heard, by name; all others are. */
  | { readonly kind: 'mute-inputs'; readonly names: readonly string[] }
  | { readonly kind: 'outputs'; readonly plan: OutputPlan }
  /** Others' notes, to be sent when they are due. */
  | {
      readonly kind: 'notes';
      readonly participant: number;
      readonly atUs: number;
      /** One an event: µs after `atUs`; what is missing counts as 0. */
      readonly offsets: readonly number[];
      /** Raw MIDI. */
      readonly data: Uint8Array;
    }
  /** What waits or sounds of a participant, or of everybody, ends now. */
  | { readonly kind: 'silence'; readonly participant: number | 'everybody' }
  /** MIDI clock, in order. */
  | { readonly kind: 'beat-clock'; readonly told: ClockTold; readonly messages: readonly ClockMessage[] };

/**
 * How MIDI clock goes with what was told before: it comes after it; it takes the place of what has not gone out, and
 * begins so early that some of it has; or it is another metronome's, or the same one's after a lapse.
 */
export type ClockTold = 'on' | 'again' | 'anew';

/** One MIDI clock message: tick, start or stop. */
export interface ClockMessage {
  readonly atUs: number;
  /** The same moment on the clock of its metronome, by which it is known when it is told again. */
  readonly serviceUs: number;
  readonly status: 0xf8 | 0xfa | 0xfc;
}

/** Where others' notes and the clock go. */
export interface OutputPlan {
  /** The output that gets everybody's notes; null for none. */
  readonly synth: string | null;
  /** The output that gets the room's clock; null for none. */
  readonly clock: string | null;
  /** Participants whose notes all go to one channel, 1 to 16; 0 leaves them out. The others' go as they are played. */
  readonly channels: readonly (readonly [participant: number, channel: number])[];
  /** Participants who have a port of their own that other programs can listen to, and what it is called. */
  readonly ports: readonly (readonly [participant: number, name: string])[];
}

/** Nothing goes anywhere. */
export const noOutputs: OutputPlan = { synth: null, clock: null, channels: [], ports: [] };
