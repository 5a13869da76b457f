/**
 * One channel voice message (MIDI 1.0). Channels are 0 to 15; keys, velocities, pressures, controllers, values and
 * programs are 0 to 127. Key 60 is middle C.
 */
export type MidiEvent =
  /** The velocity is at least 1: in MIDI, a note-on with velocity 0 is a note-off. */
  | { readonly type: 'noteOn'; readonly channel: number; readonly key: number; readonly velocity: number }
  | { readonly type: 'noteOff'; readonly channel: number; readonly key: number; readonly velocity: number }
  | { readonly type: 'polyPressure'; readonly channel: number; readonly key: number; readonly pressure: number }
  /** `midiController` has the numbers of common controllers. */
  | { readonly type: 'controlChange'; readonly channel: number; readonly controller: number; readonly value: number }
  | { readonly type: 'programChange'; readonly channel: number; readonly program: number }
  | { readonly type: 'channelPressure'; readonly channel: number; readonly pressure: number }
  /** -8192 to 8191; 0 is the centre. */
  | { readonly type: 'pitchBend'; readonly channel: number; readonly bend: number };
