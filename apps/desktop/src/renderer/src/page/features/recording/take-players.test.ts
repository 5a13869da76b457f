import { describe, expect, it } from 'vitest';
import { mergedPlayers, TakePlayers } from './take-players.ts';

const mara = { number: 1, userId: 'm', username: 'Mara', instrument: 'Grand piano' };
const teo = { number: 2, userId: 't', username: 'Teo', instrument: '' };

describe('who is who in a take', () => {
  it('goes by number, and follows a changed instrument', () => {
    const takePlayers = new TakePlayers();
    takePlayers.setPresent([mara, teo]);
    takePlayers.setPresent([mara, { ...teo, instrument: 'Vibraphone' }]);
    expect([1, 2, 3].map((number) => takePlayers.indexOf(number))).toEqual([0, 1, undefined]);
    expect(takePlayers.players).toEqual([
      { name: 'Mara', instrument: 'Grand piano' },
      { name: 'Teo', instrument: 'Vibraphone' },
    ]);
  });

  it('lets who comes back under another number go on in the same track', () => {
    const takePlayers = new TakePlayers();
    takePlayers.setPresent([mara, teo]);
    takePlayers.setPresent([teo]);
    takePlayers.setPresent([teo, { ...mara, number: 3 }]);
    expect([1, 3].map((number) => takePlayers.indexOf(number))).toEqual([undefined, 0]);
  });

  it('keeps apart who is here twice at once, and a number that another person got', () => {
    const takePlayers = new TakePlayers();
    takePlayers.setPresent([mara, { ...mara, number: 2 }]);
    expect([1, 2].map((number) => takePlayers.indexOf(number))).toEqual([0, 1]);
    takePlayers.setPresent([{ ...teo, number: 1 }]);
    expect(takePlayers.indexOf(1)).toBe(2);
  });

  it('is one list for takes that follow one another', () => {
    const [m, t] = [
      { name: 'Mara', instrument: '' },
      { name: 'Teo', instrument: '' },
    ];
    expect(
      mergedPlayers([
        [m, t],
        [t, { ...m, instrument: 'Organ' }, m],
      ]),
    ).toEqual({
      players: [{ ...m, instrument: 'Organ' }, t, m],
      indexes: [
        [0, 1],
        [1, 0, 2],
      ],
    });
  });
});
