import { highestNote, lowestNote } from './piano-keys.ts';

/**
 * The keys that play, as semitones above the lowest: the home row is white, the row above it black. Physical codes
 * instead of characters keep the same shape on every keyboard layout.
 */
const semitones: Readonly<Record<string, number>> = {
  KeyA: 0,
  KeyW: 1,
  KeyS: 2,
  KeyE: 3,
  KeyD: 4,
  KeyF: 5,
  KeyT: 6,
  KeyG: 7,
  KeyY: 8,
  KeyH: 9,
  KeyU: 10,
  KeyJ: 11,
  KeyK: 12,
  KeyO: 13,
  KeyL: 14,
  KeyP: 15,
  Semicolon: 16,
  Quote: 17,
};

/** The key that works as the sustain pedal. */
export const sustainCode = 'Space';

const octaveSteps: Readonly<Record<string, -1 | 1>> = { KeyZ: -1, KeyX: 1 };

/** The keys whose letters are shown: those that play, and the two that change the octave. */
export const playingCodes: readonly string[] = [...Object.keys(semitones), ...Object.keys(octaveSteps)];

/** Middle C. */
export const defaultBaseNote = 60;
/** The velocity of computer keys, which cannot measure it. */
export const computerKeyVelocity = 88;

/**
 * The note of a physical key (`KeyboardEvent.code`) when KeyA plays `baseNote`; undefined for a key that plays none.
 */
export function noteForCode(code: string, baseNote: number): number | undefined {
  const steps = semitones[code];
  if (steps === undefined) return undefined;
  const note = baseNote + steps;
  return note >= lowestNote && note <= highestNote ? note : undefined;
}

/** Every key that plays, with its note when KeyA plays `baseNote`, lowest first. */
export function computerKeyNotes(baseNote: number): readonly { readonly code: string; readonly note: number }[] {
  return Object.keys(semitones).flatMap((code) => {
    const note = noteForCode(code, baseNote);
    return note === undefined ? [] : [{ code, note }];
  });
}

/**
 * The base note after an octave key; undefined for any other key. It does not move past the point where some keys still
 * play.
 */
export function baseNoteAfter(code: string, baseNote: number): number | undefined {
  const step = octaveSteps[code];
  if (step === undefined) return undefined;
  return Math.min(96, Math.max(24, baseNote + step * 12));
}
