import { describe, expect, it } from 'vitest';
import { Cast, mergedPlayers } from './cast.ts';

const mara = { number: 1, userId: 'm', username: 'Mara', instrument: 'Grand piano' };
const teo = { number: 2, userId: 't', username: 'Teo', instrument: '' };

describe('who is who in a take', () => {
  it('goes by number, and follows a changed instrument', () => {
    const cast = new Cast();
    cast.setPresent([mara, teo]);
    cast.setPresent([mara, { ...teo, instrument: 'Vibraphone' }]);
    expect([1, 2, 3].map((number) => cast.indexOf(number))).toEqual([0, 1, undefined]);
    expect(cast.players).toEqual([
      { name: 'Mara', instrument: 'Grand piano' },
      { name: 'Teo', instrument: 'Vibraphone' },
    ]);
  });

  it('lets who comes back under another number go on in the same track', () => {
    const cast = new Cast();
    cast.setPresent([mara, teo]);
    cast.setPresent([teo]);
    cast.setPresent([teo, { ...mara, number: 3 }]);
    expect([1, 3].map((number) => cast.indexOf(number))).toEqual([undefined, 0]);
  });

  it('keeps apart who is here twice at once, and a number that another person got', () => {
    const cast = new Cast();
    cast.setPresent([mara, { ...mara, number: 2 }]);
    expect([1, 2].map((number) => cast.indexOf(number))).toEqual([0, 1]);
    cast.setPresent([{ ...teo, number: 1 }]);
    expect(cast.indexOf(1)).toBe(2);
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
