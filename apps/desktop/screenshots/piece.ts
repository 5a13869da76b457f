// A few bars for three players, to be seen rather than heard: piano, upright bass, vibraphone.

/** An eighth at 96 bpm, ms. */
export const stepMs = 312;

/** The notes that begin at each step, and the number of steps they last. */
type Voice = Readonly<Record<number, readonly (readonly [note: number, steps: number])[]>>;

export const bass: Voice = {
  0: [[41, 3]],
  4: [[48, 2]],
  6: [[45, 2]],
  8: [[43, 3]],
  12: [[38, 2]],
  14: [[47, 2]],
  16: [[36, 3]],
  20: [[43, 2]],
  22: [[40, 2]],
  24: [[36, 8]],
};

export const piano: Voice = {
  0: [
    [57, 2],
    [60, 2],
    [65, 2],
  ],
  3: [[64, 1]],
  4: [
    [60, 2],
    [69, 1],
  ],
  6: [[65, 2]],
  8: [
    [59, 2],
    [62, 2],
    [67, 2],
  ],
  11: [[65, 1]],
  12: [
    [62, 2],
    [71, 1],
  ],
  14: [[67, 2]],
  16: [
    [55, 2],
    [60, 2],
    [64, 2],
  ],
  19: [[62, 1]],
  20: [
    [60, 2],
    [67, 1],
  ],
  22: [[64, 2]],
  24: [
    [52, 8],
    [60, 8],
    [64, 8],
    [67, 8],
  ],
};

export const vibraphone: Voice = {
  1: [[72, 3]],
  5: [[77, 1]],
  6: [[81, 2]],
  9: [[79, 3]],
  13: [[74, 1]],
  14: [[83, 2]],
  17: [[79, 3]],
  21: [[76, 1]],
  22: [[84, 2]],
  24: [
    [74, 8],
    [79, 8],
  ],
};

/** The step at which the final chord begins. */
export const lastStep = 24;
/** The number of steps it is held. */
export const heldSteps = 8;

/** The messages that a voice sends at a step, as raw MIDI: note-offs first. */
export function messagesAt(voice: Voice, step: number): number[][] {
  const ends = Object.entries(voice).flatMap(([from, notes]) =>
    notes.filter(([, steps]) => Number(from) + steps === step).map(([note]) => [0x80, note, 64]),
  );
  return [...ends, ...(voice[step] ?? []).map(([note]) => [0x90, note, 72 + ((note * 7 + step) % 40)])];
}
