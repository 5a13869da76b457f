import { type Language, localeFor } from './language.ts';

/** The forms of a word, by the plural category of the number that goes with it. `other` stands in for those left out. */
type Forms = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/** Numbers, and words that depend on them, in one language. */
export interface Numbers {
  /** `1,234.5`: always with the given number of decimals. */
  readonly figure: (value: number, decimals?: number) => string;
  /** `+2`, `−2`, `0` */
  readonly signed: (value: number) => string;
  /** `45%`, from 0.45. */
  readonly percent: (part: number, decimals?: number) => string;
  /** The form of a word that goes with a number. */
  readonly formFor: (count: number, forms: Forms) => string;
  /** `1 note`, `1,234 notes` */
  readonly counted: (count: number, forms: Forms) => string;
}

export function numbersIn(language: Language): Numbers {
  const locale = localeFor(language);
  const cardinals = new Intl.PluralRules(locale);
  const signs = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  const figure = formatter(locale, 'decimal');
  const formFor = (count: number, forms: Forms) => forms[cardinals.select(count)] ?? forms.other;
  return {
    figure,
    signed: (value) => signs.format(value).replace('-', '−'),
    percent: formatter(locale, 'percent'),
    formFor,
    counted: (count, forms) => `${figure(count)} ${formFor(count, forms)}`,
  };
}

/** Formats are kept, because making one is slow and some figures change with every frame. */
function formatter(locale: string, style: Intl.NumberFormatOptionsStyle): (value: number, decimals?: number) => string {
  const formats = new Map<number, Intl.NumberFormat>();
  return (value, decimals = 0) => {
    let format = formats.get(decimals);
    if (format === undefined) {
      format = new Intl.NumberFormat(locale, {
        style,
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      });
      formats.set(decimals, format);
    }
    return format.format(value);
  };
}
