import { expect, it } from 'vitest';
import { filled, named, wordsOf } from './words.ts';

// As compile.mjs writes them.
const catalog = {
  title: 'Rooms',
  'chat.came': [['name'], ' joined'],
  'chat.left': [['count', 'plural', { one: ['#', ' note'], other: ['#', ' notes'] }]],
  'mix.share': [['part', 'number', 'percent'], ' of ', ['bpm', 'number', 'integer']],
  'colors.0': 'Amber',
  'colors.1': 'Sky',
};

interface Words {
  readonly title: string;
  readonly chat: { came(values: { name: string }): string; left(values: { count: number }): string };
  readonly mix: { share(values: { part: number; bpm: number }): string };
  readonly colors: readonly string[];
}

it('texts stand at the levels of their names, and those from 0 on are a list', () => {
  const words = wordsOf<Words>(catalog, 'en');
  expect(words.title).toBe('Rooms');
  expect(words.chat.came({ name: 'Mara' })).toBe('Mara joined');
  expect(words.colors).toEqual(['Amber', 'Sky']);
});

it('numbers and plurals are written as the language writes them', () => {
  const words = wordsOf<Words>(catalog, 'de');
  expect([0, 1, 1_234].map((count) => words.chat.left({ count }))).toEqual(['0 notes', '1 note', '1.234 notes']);
  expect(words.mix.share({ part: 0.456, bpm: 119.6 })).toBe('46\u00a0% of 120');
  expect(wordsOf<Words>(catalog, 'en', 'de-AT').mix.share({ part: 1, bpm: 12_345 })).toMatch(/^100\u00a0% of 12.345$/);
});

it('a text is filled whether it has places or not', () => {
  expect(filled('Closed', { port: 1 })).toBe('Closed');
  expect(filled(({ port }: { port: number }) => `Port ${port}`, { port: 7420 })).toBe('Port 7420');
});

it('a name without a text stands for itself', () => {
  expect(named({ ban: 'banned' }, 'ban')).toBe('banned');
  expect(named({ ban: 'banned' }, 'toString')).toBe('toString');
});
