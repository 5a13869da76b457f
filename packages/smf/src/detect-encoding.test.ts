import { expect, test } from 'vitest';
import { describeMidiFile } from './describe.ts';
import { detectTextEncoding } from './detect-encoding.ts';

/** A file of one track with a note and this name. */
function named(name: string): Uint8Array {
  const bytes = Buffer.from(name, 'latin1');
  const track = [0, 0xff, 3, bytes.length, ...bytes, 0, 0x90, 60, 80, 96, 0x80, 60, 0, 0, 0xff, 0x2f, 0];
  const head = Buffer.from('MThd\0\0\0\x06\0\0\0\x01\0\x60MTrk\0\0\0', 'latin1');
  return Uint8Array.from([...head, track.length, ...track]);
}

// The bytes as Latin-1 shows them.
test.each([
  ['Japanese in Shift-JIS', '\x92\xc3\x8c\x79\x8a\x43\x8b\xac\x93\x7e\x8c\x69\x90\x46', 'shift_jis', '津軽海峡冬景色'],
  ['a word of kana', '\x82\xb3\x82\xad\x82\xe7', 'shift_jis', 'さくら'],
  ['Chinese in GBK', '\xd4\xc2\xc1\xc1\xb4\xfa\xb1\xed\xce\xd2\xb5\xc4\xd0\xc4', 'gb18030', '月亮代表我的心'],
  ['Chinese in Big5', '\xa4\xeb\xab\x47\xa5\x4e\xaa\xed\xa7\xda\xaa\xba\xa4\xdf', 'big5', '月亮代表我的心'],
  ['one Russian word', '\xca\xe0\xf2\xfe\xf8\xe0', 'windows-1251', 'Катюша'],
  [
    'Russian',
    '\xcf\xee\xe4\xec\xee\xf1\xea\xee\xe2\xed\xfb\xe5 \xe2\xe5\xf7\xe5\xf0\xe0',
    'windows-1251',
    'Подмосковные вечера',
  ],
  ['German', 'F\xfcr Elise', 'windows-1252', 'Für Elise'],
  ['French', 'La f\xe9e \xe9t\xe9 \xe0 No\xebl', 'windows-1252', 'La fée été à Noël'],
  ['Spanish', 'D\xedas de se\xf1or', 'windows-1252', 'Días de señor'],
  ['a French word', '\xc7a va', 'windows-1252', 'Ça va'],
  ['UTF-8', '\xc3\xa9t\xc3\xa9', 'utf-8', 'été'],
  ['ASCII', 'Nocturne', 'utf-8', 'Nocturne'],
] as const)('texts are detected: %s', async (_what, name, encoding, title) => {
  const file = named(name);
  expect(await detectTextEncoding(file)).toBe(encoding);
  expect(describeMidiFile(file, encoding).title).toBe(title);
});

test('an encoding that was chosen by hand is used', () => {
  expect(describeMidiFile(named('\xca\xe0\xf2\xfe\xf8\xe0'), 'windows-1252').title).toBe('Êàòþøà');
});
