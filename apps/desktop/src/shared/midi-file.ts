/** Of a MIDI file that somebody opens or drops; one piece has far less. */
export const maxMidiFileBytes = 16 * 1024 * 1024;

/** The name of a MIDI file. */
export const midiFileName = /\.midi?$/i;
