import type { BankPreset, Mix, PianoSample } from './instruments.ts';
import type { LoopMessage } from './loop-messages.ts';
import type { NoteMessage } from './messages.ts';
import type { TimeAnchor } from './time-mapping.ts';

/** The number under which own notes are played; the server numbers participants from 1. */
export const ownParticipant = 0;

/** From the page to the synth. */
export type SynthMessage =
  /** An own note, played on the page at `timeUs`, local µs. It sounds immediately unless own notes are delayed. */
  | { readonly kind: 'own'; readonly data: Uint8Array; readonly timeUs: number }
  /** Sets the delay of own notes for matched playout, µs. */
  | { readonly kind: 'own-delay'; readonly delayUs: number }
  /** The current mapping of local time to frames. */
  | { readonly kind: 'time'; readonly anchor: TimeAnchor }
  /** Sets a participant's instrument on every channel: a General MIDI program, or the drum kit. */
  | { readonly kind: 'instrument'; readonly participant: number; readonly program: number }
  | { readonly kind: 'mix'; readonly participant: number; readonly mix: Mix }
  /** The level of the room's reverberation, 0 to 1. */
  | { readonly kind: 'room'; readonly amount: number }
  | { readonly kind: 'piano-sample'; readonly sample: PianoSample }
  /** The noise of a falling damper. */
  | { readonly kind: 'piano-noise'; readonly sample: PianoSample }
  /** True while the recorded piano plays: enough of it has loaded, and no other bank replaces it. */
  | { readonly kind: 'piano'; readonly isReady: boolean }
  | { readonly kind: 'preset'; readonly preset: BankPreset }
  /** Another sound bank is in use: presets must be requested again. */
  | { readonly kind: 'forget-presets' }
  /** The port for SoundMessages, which bypass the page. */
  | { readonly kind: 'notes-port'; readonly port: MessagePort };

/** From the synth to the page. */
export type SynthReport =
  | {
      readonly kind: 'state';
      /** The number of sounding notes, including fading ones. */
      readonly voices: number;
      /** The fraction of real time that the audio thread needs; above 1 is overload. */
      readonly load: number;
    }
  /** A program is chosen or played for the first time, and its best instrument should be loaded. */
  | { readonly kind: 'want'; readonly program: number };

/** Messages of the connection worker that are to be heard. */
export type SoundMessage = NoteMessage | LoopMessage;
