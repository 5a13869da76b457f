/**
 * Stands for `stb-vorbis`, with which the SoundFont and MIDI file library decodes compressed sound banks. Its WebAssembly
 * would need a hole in the Content-Security-Policy; the browser's own decoder does it instead, before the library sees a
 * sample (decision 008).
 */
export const StbVorbis = {
  ready: Promise.resolve(),
  decode(): never {
    throw new Error('there is no Vorbis decoder here');
  },
};
