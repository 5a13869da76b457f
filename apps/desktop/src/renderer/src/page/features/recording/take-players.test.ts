import { describe, expect, it } from 'vitest';
import { mergedPlayers, TakePlayers } from './take-players.ts';

const mara = { participantId: 1, userId: 'm', displayName: 'Mara', instrument: 'Grand piano' };
const teo = { participantId: 2, userId: 't', displayName: 'Teo', instrument: '' };

describe('players of a take', () => {
  it('are identified by number, and get their changed instrument', () => {
    const takePlayers = new TakePlayers();
    takePlayers.setPresent([mara, teo]);
    takePlayers.setPresent([mara, { ...teo, instrument: 'Vibraphone' }]);
    expect([1, 2, 3].map((participantId) => takePlayers.indexOf(participantId))).toEqual([0, 1, undefined]);
    expect(takePlayers.players).toEqual([
      { name: 'Mara', instrument: 'Grand piano' },
      { name: 'Teo', instrument: 'Vibraphone' },
    ]);
  });

  it('continue in the same track when they come back under another number', () => {
    const takePlayers = new TakePlayers();
    takePlayers.setPresent([mara, teo]);
    takePlayers.setPresent([teo]);
    takePlayers.setPresent([teo, { ...mara, participantId: 3 }]);
    expect([1, 3].map((participantId) => takePlayers.indexOf(participantId))).toEqual([undefined, 0]);
  });

  it('stay separate when one user is present twice, or when somebody else gets the number', () => {
    const takePlayers = new TakePlayers();
    takePlayers.setPresent([mara, { ...mara, participantId: 2 }]);
    expect([1, 2].map((participantId) => takePlayers.indexOf(participantId))).toEqual([0, 1]);
    takePlayers.setPresent([{ ...teo, participantId: 1 }]);
    expect(takePlayers.indexOf(1)).toBe(2);
  });

  it('are merged for takes that follow one another', () => {
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
