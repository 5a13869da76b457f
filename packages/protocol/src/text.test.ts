import { describe, expect, test } from 'vitest';
import { nearestUsername, shownText, textIssue } from './text.ts';

const forbidden = 'must not contain control or bidirectional-override characters';

describe('length is counted in code points', () => {
  test.each([
    ['64 emoji in 128 units', '🎹'.repeat(64), undefined],
    ['65 emoji', '🎹'.repeat(65), 'must have at most 64 characters'],
    ['64 letters', 'a'.repeat(64), undefined],
    ['65 letters', 'a'.repeat(65), 'must have at most 64 characters'],
    ['nothing', '', 'must not be empty'],
    ['one emoji', '🎹', undefined],
    ['a family of one glyph counts as its seven code points', '👨‍👩‍👧‍👦'.repeat(9), undefined],
    ['ten of them count as 70', '👨‍👩‍👧‍👦'.repeat(10), 'must have at most 64 characters'],
  ])('%s', (_name, text, issue) => {
    expect(textIssue(text, { min: 1, max: 64 })?.issue).toBe(issue);
  });

  test('also at the lower bound: four emoji are eight units but four characters', () => {
    const bounds = { min: 8, max: 128 };
    expect(textIssue('🎹🎹🎹🎹', bounds)?.issue).toBe('must have at least 8 characters');
    expect(textIssue('🎹'.repeat(8), bounds)).toBeUndefined();
    expect(textIssue('abcdefg', bounds)?.issue).toBe('must have at least 8 characters');
    expect(textIssue('abcdefgh', bounds)).toBeUndefined();
  });

  test('has no lower bound unless one is given', () => {
    expect(textIssue('', { max: 32 })).toBeUndefined();
  });
});

describe('characters', () => {
  test.each([
    ['NUL', 0x00],
    ['tab', 0x09],
    ['vertical tab', 0x0b],
    ['carriage return', 0x0d],
    ['escape', 0x1b],
    ['unit separator', 0x1f],
    ['delete', 0x7f],
    ['first of C1', 0x80],
    ['next line', 0x85],
    ['last of C1', 0x9f],
    ['left-to-right embedding', 0x202a],
    ['right-to-left override', 0x202e],
    ['left-to-right isolate', 0x2066],
    ['pop directional isolate', 0x2069],
    ['a lone high surrogate', 0xd83c],
    ['a lone low surrogate', 0xdfb9],
  ])('refused: %s', (_name, code) => {
    const text = `a${String.fromCharCode(code)}b`;
    expect(textIssue(text, { max: 10 })?.issue).toBe(forbidden);
    expect(textIssue(text, { max: 10 }, 'lineFeeds')?.issue).toBe(forbidden);
  });

  test.each([
    ['space', ' '],
    ['tilde', '~'],
    ['no-break space', '\u00a0'],
    ['right-to-left mark, which Hebrew and Arabic need', '\u200f'],
    ['zero-width joiner, which emoji need', '\u200d'],
    ['the neighbours of the overrides', '\u2029\u202f\u2065\u206a'],
    ['Arabic', 'مرحبا'],
    ['the last code point', '\u{10ffff}'],
  ])('allowed: %s', (_name, text) => {
    expect(textIssue(text, { max: 10 })).toBeUndefined();
  });

  test('a reversed surrogate pair is two lone surrogates', () => {
    expect(textIssue('\udfb9\ud83c', { max: 10 })?.issue).toBe(forbidden);
  });

  test('line feeds are allowed only on request', () => {
    expect(textIssue('one\ntwo', { max: 10 })?.issue).toBe(forbidden);
    expect(textIssue('one\ntwo', { max: 10 }, 'lineFeeds')).toBeUndefined();
    expect(textIssue('one\r\ntwo', { max: 10 }, 'lineFeeds')?.issue).toBe(forbidden);
  });
});

describe('R16.6: a name from an untrusted source is shown', () => {
  test.each([
    ['as it is', 'Ada’s studio 🎹', 'Ada’s studio 🎹'],
    ['on one line', ' a\r\n\tb\u2028c\u00a0 d ', 'a b c d'],
    ['without controls and overrides', 'a\u0000\u001b[31mb\u202ec\u2066', 'a[31mbc'],
    ['without zero-width characters', 'a\u200b\u00ad\ufe0f\u{e0041}b', 'ab'],
    ['without blanks that count as letters', '\u3164\u2800\u115f', ''],
    ['without lone surrogates', 'a\ud83d', 'a'],
    ['cut to whole code points', '🎹'.repeat(17), '🎹'.repeat(16)],
    ['without a space at the cut', '123456789012345 7', '123456789012345'],
  ])('%s', (_how, text, shown) => {
    expect(shownText(text, 16)).toBe(shown);
  });
});

test.each([
  ['Mara', 'Mara'],
  ['Jörg Weber', 'Jorg-Weber'],
  ['  DJ "Low" End!  ', 'DJ-Low-End'],
  ['Wolfgang Amadeus Mozart of Salzburg', 'Wolfgang-Amadeus-Moz'],
  ['山田', ''],
  ['Al', ''],
])('the nearest username to %s is %s', (name, username) => {
  expect(nearestUsername(name)).toBe(username);
});
