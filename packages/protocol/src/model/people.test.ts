import { describe, expect, test } from 'vitest';
import { cleanDisplayName, displayNameIssue, namesOf, restNamesOf } from './people.ts';

const codeOf = (name: string) => displayNameIssue(cleanDisplayName(name))?.code;

describe('S11.10: a display name', () => {
  test.each([
    'Андрей',
    '山田 花子',
    'שרה',
    'محمد',
    'می‌روم',
    'क्षितिज',
    'Núria O’Neill-Żak',
    'DJ Андрей',
    'Mikuの初音ミク',
    'Ada 🎹',
    '👨‍👩‍👧‍👦',
    '❤️‍🔥 Bo',
    'Ng 2',
    'x',
    '👨‍👩‍👧‍👦'.repeat(20),
    'é'.normalize('NFD').repeat(40),
  ])('may be %j', (name) => {
    expect(codeOf(name)).toBeUndefined();
  });

  test.each([
    ['nothing', '', 'empty'],
    ['spaces alone', ' \u00a0\u3000', 'empty'],
    ['41 letters', 'a'.repeat(41), 'too_long'],
    ['41 letters of two units', '𝄞'.repeat(41), 'too_long'],
    ['one letter of very many code points', `a${'\u0301\u0328'.repeat(200)}`, 'too_long'],
    ['a control character', 'A\u0007da', 'control_characters'],
    ['an override of the direction', 'Ada\u202ebob', 'control_characters'],
    ['an isolate', '\u2067Ada\u2069', 'control_characters'],
    ['a mark of the direction', 'Ada\u200f', 'control_characters'],
    ['a zero-width space', 'A\u200bda', 'control_characters'],
    ['a joiner between Latin letters', 'A\u200dda', 'control_characters'],
    ['a soft hyphen', 'A\u00adda', 'control_characters'],
    ['a filler that is no space', '\u3164', 'control_characters'],
    ['the blank of Braille', '\u2800', 'control_characters'],
    ['a lone surrogate', 'A\ud800', 'control_characters'],
    ['a private character', 'A\ue000', 'control_characters'],
    ['a tag', 'A\u{e0041}', 'control_characters'],
    ['accents over the lines around', `A${'\u0301'.repeat(2)}\u0302\u0303\u0304`, 'control_characters'],
    ['a Cyrillic letter in a Latin word', 'Аda', 'mixed_alphabets'],
    ['a Greek one', 'Αda', 'mixed_alphabets'],
    ['an Armenian one in the second word', 'Ada Lօvelace', 'mixed_alphabets'],
    ['a Cherokee one', 'ᎪDA', 'mixed_alphabets'],
  ])('may not be %s', (_what, name, code) => {
    expect(codeOf(name)).toBe(code);
  });

  test('is kept in NFC, on one line, with single spaces', () => {
    expect(cleanDisplayName('  Ame\u0301lie \n\t Poulain\u00a0')).toBe('Amélie Poulain');
  });

  test('is the username where none is chosen', () => {
    expect(namesOf({ username: 'ada' })).toEqual({ username: 'ada', displayName: 'ada' });
    expect(restNamesOf({ username: 'ada', displayName: 'Ада' })).toEqual({ username: 'ada', display_name: 'Ада' });
  });
});
