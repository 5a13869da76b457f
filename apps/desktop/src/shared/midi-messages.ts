// The messages between the MIDI devices (a process of the app; in a browser, the page itself) and the connection worker, on
// their own MessagePort. Times are µs on the monotonic clock of the side with the devices.

/** The channel on which the main process hands a page the port to the MIDI devices; the preload script passes it on. */
export const midiPortChannel = 'midi.port';

/** From the devices to the worker. */
export type MidiReport =
  | MidiCapabilities
  /** The stable names of the plugged-in devices, sent again when they change. */
  | {
      readonly kind: 'devices';
      readonly inputs: readonly string[];
      readonly outputs: readonly string[];
      /** Those that are wanted but cannot be opened, because another program uses them. */
      readonly busy: readonly string[];
    }
  /** One raw MIDI message from a device. */
  | { readonly kind: 'event'; readonly device: string; readonly data: Uint8Array; readonly timeUs: number }
  /** A device is no longer heard: unplugged, plugged in again or switched off. Its held notes must end. */
  | { readonly kind: 'gone'; readonly device: string }
  /** The answer to the `clock` that was sent at `askedUs`. */
  | { readonly kind: 'clock'; readonly askedUs: number; readonly hereUs: number };

/** The abilities of the system; sent first. */
interface MidiCapabilities {
  readonly kind: 'capabilities';
  /** True if there is MIDI at all: a machine may have no sequencer. */
  readonly hasMidi: boolean;
  readonly hasOutputs: boolean;
  /** True if ports can be created for other programs to listen to. */
  readonly canMakePorts: boolean;
  /** True if its clock is the worker's own, so that times need no conversion. */
  readonly sharesClock: boolean;
}

/** From the worker to the devices. */
export type MidiRequest =
  /** Asks for the time; `askedUs`, on the worker's clock, comes back. */
  | { readonly kind: 'clock'; readonly askedUs: number }
  /** The names of the inputs to switch off; all others are heard. */
  | { readonly kind: 'mute-inputs'; readonly names: readonly string[] }
  | { readonly kind: 'outputs'; readonly plan: OutputPlan }
  /** Other players' notes, to be sent when due. */
  | {
      readonly kind: 'notes';
      readonly participant: number;
      readonly atUs: number;
      /** One per event: µs after `atUs`; missing ones count as 0. */
      readonly offsets: readonly number[];
      /** Raw MIDI. */
      readonly data: Uint8Array;
    }
  /** The events that one part of a loop plays, to be sent when due. */
  | {
      readonly kind: 'loop';
      /** Above the numbers of all participants. */
      readonly participant: number;
      /** Everything sent before that is due from then on is void; undefined if it holds. */
      readonly voidFromUs: number | undefined;
      /** When each event is due. */
      readonly timesUs: readonly number[];
      /** Raw MIDI. */
      readonly data: Uint8Array;
    }
  /** Drops the pending events of a participant, of everybody or of the loops, and ends what sounds. */
  | { readonly kind: 'silence'; readonly participant: number | 'everybody' | 'loops' }
  /** MIDI clock messages, in order. */
  | { readonly kind: 'beat-clock'; readonly continuity: ClockContinuity; readonly messages: readonly ClockMessage[] };

/**
 * How MIDI clock messages relate to earlier ones. next: they follow them. update: they replace everything not yet sent, and
 * start early enough to overlap what was. restart: they come from another metronome, or from the same one after a gap.
 */
export type ClockContinuity = 'next' | 'update' | 'restart';

/** One MIDI clock message: tick, start or stop. */
export interface ClockMessage {
  readonly atUs: number;
  /** The same moment on the metronome's clock, which identifies the message in an update. */
  readonly serviceUs: number;
  readonly status: 0xf8 | 0xfa | 0xfc;
}

/** Where other players' notes and the clock go. */
export interface OutputPlan {
  /** The output that gets everybody's notes, and the loops; null for none. */
  readonly synth: string | null;
  /** The output that gets the room's clock; null for none. */
  readonly clock: string | null;
  /**
   * Participants whose notes all go to one channel, 1 to 16; 0 leaves them out. Everybody else's keep the channel they
   * were played on.
   */
  readonly channels: readonly (readonly [participant: number, channel: number])[];
  /** Participants with a port of their own for other programs, and its name. */
  readonly ports: readonly (readonly [participant: number, name: string])[];
  /** The name of the port for all loops of the room; null for none. */
  readonly loopsPort: string | null;
}

export const noOutputs: OutputPlan = { synth: null, clock: null, channels: [], ports: [], loopsPort: null };
