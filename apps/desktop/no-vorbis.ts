/**
 * Stands for `stb-vorbis`, which the MIDI file library wants for compressed sound fonts. A MIDI file holds none, and the
 * real one's WebAssembly would need a hole in the Content-Security-Policy.
 */
export const StbVorbis = {
  ready: Promise.resolve(),
  decode(): never {
    throw new Error('there is no Vorbis decoder here');
  },
};
