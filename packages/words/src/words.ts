import { I18n } from '@lingui/core';
import type { Language } from './languages.ts';

/** A compiled catalog: texts, and what Lingui formats, by `area.path`. */
export type Catalog = Readonly<Record<string, string | readonly unknown[]>>;

/** A text, or one with places for values. */
export type Text<Values = never> = string | ((values: Values) => string);

/** ICU's names for styles of numbers, as our texts use them. */
const formats = {
  number: { maximumFractionDigits: 0 },
  integer: { maximumFractionDigits: 0 },
  tenths: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
  percent: { style: 'percent', maximumFractionDigits: 0 },
  percentTenths: { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
} as const satisfies Readonly<Record<string, Intl.NumberFormatOptions>>;

/**
 * The texts of a catalog as an object in which the dots of their names are levels: texts are strings, those with places for
 * values are functions, and those numbered from 0 are an array.
 * @param locale writes numbers: a BCP 47 tag of the language.
 */
export function wordsOf<Words>(catalog: Catalog, language: Language, locale: string = language): Words {
  const i18n = new I18n({ locale: language, locales: [locale], messages: { [language]: catalog as never } });
  const words: Level = {};
  for (const [id, message] of Object.entries(catalog)) {
    const path = id.split('.');
    const last = path.pop() ?? '';
    let level = words;
    path.forEach((name, index) => {
      const isList = (path[index + 1] ?? last) === '0';
      const next = level[name] ?? (isList ? [] : {});
      level[name] = next;
      level = next as Level;
    });
    level[last] =
      typeof message === 'string' ? message : (values: Record<string, unknown>) => i18n._(id, values, { formats });
  }
  return words as Words;
}

interface Level {
  [name: string]: unknown;
}

/** One of several texts, of which some have places for these values and some do not. */
export function filled<Values>(text: Text<Values>, values: Values): string {
  return typeof text === 'string' ? text : text(values);
}

/** The text for a name that may be one of others', such as a newer server's: then the name itself. */
export function named(texts: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(texts, name) ? (texts[name] ?? name) : name;
}
