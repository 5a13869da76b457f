import { drumChannel } from './instruments.ts';
/** A part of a MIDI keyboard that plays one sound; zones that overlap sound together. */
export interface Zone {
  /** The sound's General MIDI program, 0 to 127; null for the player's instrument. */
  readonly program: number | null;
  /** The lowest and the highest key, 0 to 127, before any transposition. */
  readonly low: number;
  readonly high: number;
  /** Semitones, -36 to 36, besides the transposition of the whole keyboard. */
  readonly transpose: number;
  /** Percent, 0 to 100. */
  readonly volume: number;
  /** The MIDI channel played on, 1 to 16; 0 for one that no other zone uses. */
  readonly channel: number;
}

/** A keyboard has at least one zone, and no more than this. */
export const maxZones = 4;

const numbers = {
  low: [0, 127],
  high: [0, 127],
  transpose: [-36, 36],
  volume: [0, 100],
  channel: [0, 16],
} as const;

/** The whole keyboard with the player's instrument. */
export const plainZone: Zone = { program: null, low: 0, high: 127, transpose: 0, volume: 100, channel: 0 };

export const plainZones: readonly Zone[] = [plainZone];

/** Validates stored zones: missing and invalid values become the defaults, and surplus zones are dropped. */
export function zonesFrom(value: unknown): readonly Zone[] {
  const stored = Array.isArray(value) ? value : [];
  const zones = stored.filter((each) => typeof each === 'object' && each !== null).map(zoneFrom);
  return zones.length === 0 ? plainZones : zones.slice(0, maxZones);
}

function zoneFrom(stored: Partial<Record<keyof Zone, unknown>>): Zone {
  const valid = (name: keyof typeof numbers) => wholeIn(stored[name], numbers[name]) ?? plainZone[name];
  const low = valid('low');
  return {
    program: wholeIn(stored.program, [0, 127]) ?? null,
    low,
    high: Math.max(low, valid('high')),
    transpose: valid('transpose'),
    volume: valid('volume'),
    channel: valid('channel'),
  };
}

/** The value, if it is a whole number within these bounds. */
export function wholeIn(value: unknown, [low, high]: readonly [number, number]): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high ? value : undefined;
}

/** The zones with another one of the same keys as the last, to sound along with it. */
export function withLayer(zones: readonly Zone[], program: number): readonly Zone[] {
  const { low, high } = zones.at(-1) ?? plainZone;
  return [...zones, { ...plainZone, program, low, high }];
}

/** The zones with another one that takes the keys of the last below its middle, or below middle C if it has that. */
export function withSplit(zones: readonly Zone[], program: number): readonly Zone[] {
  const last = zones.at(-1) ?? plainZone;
  const at = last.low < middleC && middleC <= last.high ? middleC : Math.ceil((last.low + last.high) / 2);
  if (at <= last.low) return withLayer(zones, program);
  return [...zones.slice(0, -1), { ...last, low: at }, { ...plainZone, program, low: last.low, high: at - 1 }];
}

const middleC = 60;

/**
 * The channel, 0 to 15, that a zone plays what comes on a channel. A sound of its own needs a channel of its own, because a
 * program change on the keyboard's channel would replace the player's instrument.
 * @param index of the zone.
 */
export function zoneChannel({ program, channel }: Zone, index: number, from: number): number {
  if (channel !== 0) return channel - 1;
  if (program === null) return from;
  let to = from;
  for (let steps = index === 0 ? maxZones : index; steps > 0; steps--) {
    to = (to + 1) % 16;
    if (to === drumChannel) to++;
  }
  return to;
}
