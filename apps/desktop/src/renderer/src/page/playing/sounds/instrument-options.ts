import { searchableText } from '../../../../../shared/searchable-text.ts';
import { roomStrings } from '../../room-strings.ts';
import { drumKit, families, programFor, usualInstruments } from './general-midi.ts';
import { instrumentName } from './instrument-names.ts';

/** An instrument to choose: `value` is sent to the others, `name` is shown. */
export interface InstrumentOption {
  readonly value: string;
  readonly name: string;
}

/** The most common instruments. */
export function usualOptions(): readonly InstrumentOption[] {
  return usualInstruments.map(optionFor);
}

/** All but the most common instruments, by family. */
export function otherOptions(): readonly { readonly name: string; readonly options: readonly InstrumentOption[] }[] {
  return families.map((instruments, family) => ({
    name: roomStrings.instruments.families[family] ?? '',
    options: instruments.filter((instrument) => !usualInstruments.includes(instrument)).map(optionFor),
  }));
}

/** The instruments with the text in their shown or their English name; those whose name starts with it come first. */
export function foundOptions(text: string): readonly InstrumentOption[] {
  const wanted = searchableText(text.trim());
  const place = ({ value, name }: InstrumentOption) => {
    const places = [name, value].map((each) => searchableText(each).indexOf(wanted)).filter((at) => at >= 0);
    return Math.min(...places);
  };
  return [...families.flat(), drumKit]
    .map(optionFor)
    .filter((option) => Number.isFinite(place(option)))
    .toSorted((a, b) => Number(place(a) > 0) - Number(place(b) > 0));
}

function optionFor(instrument: string): InstrumentOption {
  return { value: instrument, name: instrumentName(programFor(instrument)) };
}
