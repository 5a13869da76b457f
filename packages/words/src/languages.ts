import { languages } from './gen/languages.ts';

export type Language = (typeof languages)[number]['code'];

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return languages.find(({ code }) => code === language)?.direction ?? 'ltr';
}

/** Our language for a BCP 47 tag, such as Brazil's Portuguese for `pt-PT`; undefined if there is none. */
export function languageOf(tag: string): Language | undefined {
  const primary = primaryOf(tag);
  return languages.find(({ code }) => primaryOf(code) === primary)?.code;
}

/** @param preferred BCP 47 tags, the best one first. */
export function preferredLanguage(preferred: readonly string[]): Language {
  return preferred.map(languageOf).find((code) => code !== undefined) ?? 'en';
}

/** @param header an Accept-Language header: tags, some with a weight. */
export function acceptedLanguage(header: string | undefined): Language {
  const tags = (header ?? '').split(',', 32).map((each) => {
    const [tag = '', ...parameters] = each.trim().split(';');
    const weight = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(parameter)?.[1]).find(Boolean);
    return { tag, weight: Number(weight ?? 1) };
  });
  const wanted = tags.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  return preferredLanguage(wanted.map(({ tag }) => tag));
}

function primaryOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}

/** The path of a page that is one file for each language: `/help.html` in English, `/help.de.html` in German. */
export function pagePath(name: 'help' | 'about', language: Language): string {
  return language === 'en' ? `/${name}.html` : `/${name}.${language}.html`;
}
