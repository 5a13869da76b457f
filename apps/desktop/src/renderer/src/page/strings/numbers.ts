import type { Language } from '@roomtone/words';
import { localeFor } from './language.ts';

/** Numbers in one language. */
export interface Numbers {
  /** `1,234.5`: always with the given number of decimals. */
  readonly figure: (value: number, decimals?: number) => string;
  /** `+2`, `−2`, `0` */
  readonly signed: (value: number) => string;
  /** `45%`, from 0.45. */
  readonly percent: (part: number, decimals?: number) => string;
}

export function numbersIn(language: Language): Numbers {
  const locale = localeFor(language);
  const signs = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
  return {
    figure: formatter(locale, 'decimal'),
    signed: (value) => signs.format(value).replace('-', '−'),
    percent: formatter(locale, 'percent'),
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
