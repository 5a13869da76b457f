import { expect, it } from 'vitest';
import { languageFor } from './language.ts';

it('the language of the page is the one that was chosen on this device', () => {
  expect(languageFor('de', ['en-GB'])).toBe('de');
});

it('the language of the page is else the browser’s, or English', () => {
  expect(languageFor(null, ['tlh', 'de-AT', 'en'])).toBe('de');
  expect(languageFor({}, [])).toBe('en');
});
