import { describe, expect, it, test } from 'vitest';
import { languages } from './gen/languages.ts';
import { acceptedLanguage, directionOf, languageOf, pagePath, preferredLanguage } from './languages.ts';

describe('the language for somebody', () => {
  it('is the first that there are words in, whatever the region', () => {
    expect(preferredLanguage(['tlh', 'de-AT', 'en'])).toBe('de');
    expect(preferredLanguage(['tlh', 'EN-us'])).toBe('en');
  });

  it('is else English', () => {
    expect(preferredLanguage(['tlh', ''])).toBe('en');
    expect(preferredLanguage([])).toBe('en');
    expect(languageOf('tlh')).toBeUndefined();
  });

  it('follows the weights of an Accept-Language header', () => {
    expect(acceptedLanguage('en;q=0.5, de-CH;q=0.9, tlh')).toBe('de');
    expect(acceptedLanguage('de;q=0, en')).toBe('en');
    expect(acceptedLanguage(undefined)).toBe('en');
    expect(acceptedLanguage(`${'x,'.repeat(5_000)}de`)).toBe('en');
  });
});

test('every language is found by its own code and written in one direction', () => {
  for (const { code } of languages) {
    expect(languageOf(code)).toBe(code);
    expect(directionOf(code)).toMatch(/^(ltr|rtl)$/);
  }
});

test('English pages have no language in their path', () => {
  expect([pagePath('help', 'en'), pagePath('about', 'de')]).toEqual(['/help.html', '/about.de.html']);
});
