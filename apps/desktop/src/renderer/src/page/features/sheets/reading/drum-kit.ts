import { childOf, type Element, numberOf, textOf } from './read-xml.ts';

/** The key of the drum kit for each instrument of a part. */
export type DrumKit = ReadonlyMap<string, number>;

const steps = 'CDEFGAB';
/** Where drums stand on a staff, from the bottom line, where nothing says which they are. */
const usual: Readonly<Record<string, number>> = {
  D4: 44,
  E4: 36,
  F4: 36,
  G4: 41,
  A4: 43,
  B4: 47,
  C5: 38,
  D5: 45,
  E5: 48,
  F5: 51,
  G5: 42,
  A5: 49,
  B5: 57,
  C6: 55,
};
const snare = 38;

/** The kit that a part in the list describes. */
export function drumKitOf(scorePart: Element | undefined): DrumKit {
  const instruments = scorePart?.children.filter(({ name }) => name === 'midi-instrument') ?? [];
  return new Map(
    instruments.flatMap((instrument) => {
      const key = Math.round(numberOf(instrument, 'midi-unpitched') ?? 0) - 1;
      return key >= 0 && key <= 127 ? [[instrument.attributes.get('id') ?? '', key] as const] : [];
    }),
  );
}

/** By the note's instrument, or else by its place on the staff. */
export function drumKeyOf(note: Element, unpitched: Element, kit: DrumKit): number {
  const instrument = childOf(note, 'instrument')?.attributes.get('id');
  const known = instrument === undefined && kit.size === 1 ? [...kit.values()][0] : kit.get(instrument ?? '');
  if (known !== undefined) return known;
  const [step, octave] = [textOf(unpitched, 'display-step'), numberOf(unpitched, 'display-octave')];
  return steps.includes(step) ? (usual[`${step}${octave}`] ?? snare) : snare;
}
