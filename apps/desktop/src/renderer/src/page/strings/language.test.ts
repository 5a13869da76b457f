import { describe, expect, it } from 'vitest';
import { catalogue as english } from './english/index.ts';
import { roomCatalogue as englishInRooms } from './english/room-catalogue.ts';
import { catalogue as german } from './german/index.ts';
import { roomCatalogue as germanInRooms } from './german/room-catalogue.ts';
import { languageFor } from './language.ts';

describe('the language of the page', () => {
  it('is the one that was chosen on this device', () => {
    expect(languageFor('de', ['en-GB'])).toBe('de');
  });

  it('is else the first of the browser’s that there are words in', () => {
    expect(languageFor(null, ['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(languageFor('tlh', ['EN-us'])).toBe('en');
  });

  it('is else English', () => {
    expect(languageFor(undefined, ['fr', ''])).toBe('en');
    expect(languageFor({}, [])).toBe('en');
  });

  it('has every word, and leaves none out', () => {
    expect(shape(german)).toEqual(shape(english));
    expect(shape(germanInRooms)).toEqual(shape(englishInRooms));
    expect(JSON.stringify([german, germanInRooms])).not.toContain('""');
  });
});

/** The names in a catalogue, and what kind of word each is. */
function shape(words: object): unknown {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => [name, typeof word === 'object' ? shape(word as object) : typeof word]),
  );
}
