/**
 * One channel voice message (MIDI 1.0). Channels are 0 to 15; keys, velocities, pressures, controllers, values and
 * programs are 0 to 127. Key 60 is middle C.
 */
export type MidiEvent =
  /** The velocity is at least 1: in MIDI, a note-on with velocity 0 is a note-off. */
  | { readonly kind: 'note-on'; readonly channel: number; readonly key: number; readonly velocity: number }
  | { readonly kind: 'note-off'; readonly channel: number; readonly key: number; readonly velocity: number }
  | { readonly kind: 'poly-pressure'; readonly channel: number; readonly key: number; readonly pressure: number }
  /** `midiController` has the numbers of common controllers. */
  | { readonly kind: 'control-change'; readonly channel: number; readonly controller: number; readonly value: number }
  | { readonly kind: 'program-change'; readonly channel: number; readonly program: number }
  | { readonly kind: 'channel-pressure'; readonly channel: number; readonly pressure: number }
  /** -8192 to 8191; 0 is the centre. */
  | { readonly kind: 'pitch-bend'; readonly channel: number; readonly bend: number };
