import type { BankPreset, Mix, PianoSample } from './instruments.ts';
import type { NoteMessage } from './messages.ts';
import type { TimeAnchor } from './time-mapping.ts';

/** One's own notes are played under this number; the server counts participants from 1. */
export const ownParticipant = 0;

/** Page to synth. */
export type SynthMessage =
  /** One's own note, played on the page at `timeUs`, local µs: sounds at once, unless one's own sound is held back. */
  | { readonly kind: 'own'; readonly data: Uint8Array; readonly timeUs: number }
  /** Holds one's own notes back by so much from now on, µs: matched playout. */
  | { readonly kind: 'own-delay'; readonly delayUs: number }
  /** How local time and frames belong together from now on. */
  | { readonly kind: 'time'; readonly anchor: TimeAnchor }
  /** What a participant plays on every channel: a General MIDI program, or the drum kit. */
  | { readonly kind: 'instrument'; readonly participant: number; readonly program: number }
  | { readonly kind: 'mix'; readonly participant: number; readonly mix: Mix }
  /** How much of a room is heard around everything, 0 to 1. */
  | { readonly kind: 'room'; readonly amount: number }
  | { readonly kind: 'piano-sample'; readonly sample: PianoSample }
  /** The sound of a damper falling. */
  | { readonly kind: 'piano-noise'; readonly sample: PianoSample }
  /** Whether the recorded piano plays: enough of it is there, and no other bank is to play instead. */
  | { readonly kind: 'piano'; readonly isReady: boolean }
  | { readonly kind: 'preset'; readonly preset: BankPreset }
  /** Another sound bank plays from now on: presets are asked for anew. */
  | { readonly kind: 'forget-presets' }
  /** NoteMessages arrive here, past the page. */
  | { readonly kind: 'notes-port'; readonly port: MessagePort };

/** Synth to page. */
export type SynthReport =
  | {
      readonly kind: 'state';
      /** How many notes sound now, fading ones included. */
      readonly voices: number;
      /** The share of real time that the audio thread needs, 0 to 1 and above. */
      readonly load: number;
    }
  /** Somebody plays this program: whatever plays it best is wanted. */
  | { readonly kind: 'want'; readonly program: number };

export type { NoteMessage };
