import type { NoteMessage } from '../../connection/messages.ts';
import type { TimeAnchor } from '../time-mapping.ts';
import type { TimbreName } from './timbres.ts';

/** One's own notes are played under this number; the server counts participants from 1. */
export const ownParticipant = 0;

/** Page to synth. */
export type SynthMessage =
  /** One's own note: sounds at once. */
  | { readonly kind: 'own'; readonly data: Uint8Array }
  /** How local time and frames belong together from now on. */
  | { readonly kind: 'time'; readonly anchor: TimeAnchor }
  | { readonly kind: 'timbre'; readonly participant: number; readonly timbre: TimbreName }
  /** How loud a participant is heard here, 0 to 1. */
  | { readonly kind: 'gain'; readonly participant: number; readonly gain: number }
  /** NoteMessages of the others arrive here, past the page. */
  | { readonly kind: 'notes-port'; readonly port: MessagePort };

/** Synth to page. */
export interface SynthReport {
  readonly kind: 'voices';
  /** How many notes sound now, fading ones included. */
  readonly voices: number;
}

export type { NoteMessage };
