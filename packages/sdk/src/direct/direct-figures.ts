/**
 * Why there is no direct channel to a participant.
 * - server: the server passes on nothing for direct channels.
 * - room: the room's settings turn them off.
 * - own: this client does not want them, or cannot have them.
 * - other: the other one does not.
 * - full: there are eight already.
 * - refused: the server does not allow it between these two.
 * - unreachable: the two have found no way to each other so far.
 * - distrusted: they have played something directly that the server did not confirm.
 */
export type WhyNotDirect = 'server' | 'room' | 'own' | 'other' | 'full' | 'refused' | 'unreachable' | 'distrusted';

/** The direct path from another participant to this one. */
export interface DirectFigures {
  /** `used`: their notes come directly. `ready`: they could, and the server's way is as quick. `none`: there is no channel. */
  readonly state: 'none' | 'ready' | 'used';
  /** Why there is none; undefined while one is open or being opened. */
  readonly whyNot: WhyNotDirect | undefined;
  /** By how much the direct path was quicker lately, µs; negative if it was slower, undefined if unknown. */
  readonly winUs: number | undefined;
  /** Messages of notes since joining that came directly before they came from the server. */
  readonly sooner: number;
  /** Those that the server did not confirm; they were taken back. */
  readonly unconfirmed: number;
}
