import type { Participant } from '@roomtone/sdk';
import { beforeAll, expect, it } from 'vitest';
import { speak } from '../../../../../../../../../testing/speak.ts';
import { suggestionsFor } from './suggestions.ts';

const participants: ReadonlyMap<number, Participant> = new Map(
  ['', 'Organ', 'Hurdy-gurdy'].map((instrument, index) => [
    index + 1,
    {
      participantId: index + 1,
      userId: `user-${index}`,
      username: `ada${index}`,
      displayName: `ada${index}`,
      recording: false,
      direct: false,
      directNear: false,
      talking: false,
      guest: false,
      bot: false,
      color: '#f2a65a',
      instrument,
      file: '',
      joinedAt: 0,
      muted: false,
      member: true,
      avatarUrl: '',
    },
  ]),
);

beforeAll(() => speak('de'));

it.each(['@ada', '/kick ada'])('players suggested for %s have their instrument in the language of the page', (text) => {
  const { all } = suggestionsFor(text, text.length, participants, 0);
  expect(all.map(({ about }) => about)).toEqual(['', 'Orgel', 'Hurdy-gurdy']);
});

it('names after an @ are display names, found by either name and by more than one word', () => {
  const anna = { ...participants.get(1), username: 'musician-131', displayName: 'Anna Maria' } as Participant;
  for (const typed of ['@anna', '@Anna M', '@musi', 'hi @an']) {
    const { all } = suggestionsFor(typed, typed.length, new Map([[1, anna]]), 0);
    expect(all.map(({ label, text }) => [label, text])).toEqual([
      ['@Anna Maria', `${typed.slice(0, typed.indexOf('@'))}@Anna Maria `],
    ]);
  }
  expect(suggestionsFor('@Anna Maria ', 12, new Map([[1, anna]]), 0).all).toEqual([]);
});
