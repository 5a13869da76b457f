/**
 * Decodes a compressed recording with the browser's own decoder, off this thread.
 * @param sampleRate of the recording, which is kept because loops are counted in its frames.
 * @throws if the browser cannot read the format.
 */
export function decode(bytes: ArrayBuffer, sampleRate: number): Promise<AudioBuffer> {
  return new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
}

/** −50 dB: anything quieter before a note is not part of it. */
const onsetLevel = 0.003;
/** Frames kept before the onset, for the hammer's first touch. */
const leadFrames = 24;

/** The first frame of a recorded note. Silence before it would be heard as latency. */
export function onset(left: Float32Array, right: Float32Array): number {
  for (let index = 0; index < left.length; index++) {
    if (Math.abs(left[index] ?? 0) > onsetLevel || Math.abs(right[index] ?? 0) > onsetLevel) {
      return Math.max(0, index - leadFrames);
    }
  }
  return 0;
}

/** The samples from `from` on as 16 bit. */
export function to16Bit(samples: Float32Array, from: number): Int16Array {
  const result = new Int16Array(samples.length - from);
  for (let index = 0; index < result.length; index++) {
    result[index] = Math.max(-1, Math.min(1, samples[from + index] ?? 0)) * 32_767;
  }
  return result;
}
