/** The size limit of a MIDI file that the user opens or drops; one piece is far smaller. */
export const maxMidiFileBytes = 16 * 1024 * 1024;

/** Matches the name of a MIDI file; .kar is one with lyrics, and .rmi one within RIFF. */
export const midiFileName = /\.(?:midi?|kar|rmi)$/i;
