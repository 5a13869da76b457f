import { beforeEach, describe, expect, it } from 'vitest';
import { speak } from '../../../../../../../../testing/speak.ts';
import { foundOptions, otherOptions, usualOptions } from './instrument-options.ts';

describe('the choice of an instrument in German', () => {
  beforeEach(() => speak('de'));

  it('shows German names and sends English ones', () => {
    expect(usualOptions()).toContainEqual({ value: 'Grand piano', name: 'Konzertflügel' });
    expect(otherOptions()[5]).toEqual({
      name: 'Streichinstrumente',
      options: expect.arrayContaining([{ value: 'Violin', name: 'Violine' }]),
    });
    const all = [...usualOptions(), ...otherOptions().flatMap(({ options }) => options)];
    expect(new Set(all.map(({ value }) => value)).size).toBe(129);
    expect(all).toHaveLength(129);
  });

  it('finds an instrument by its German name', () => {
    expect(foundOptions('Konzertflügel')).toEqual([{ value: 'Grand piano', name: 'Konzertflügel' }]);
    expect(foundOptions(' bratsche ')).toEqual([{ value: 'Viola', name: 'Bratsche' }]);
  });

  it('finds it by its English name, too', () => {
    expect(foundOptions('grand piano')).toEqual([{ value: 'Grand piano', name: 'Konzertflügel' }]);
    expect(foundOptions('drum kit')).toEqual([{ value: 'Drum kit', name: 'Schlagzeug' }]);
  });

  it('needs neither case nor accents, and lists names that start with the text first', () => {
    expect(foundOptions('FLUGEL').map(({ name }) => name)).toEqual(['Konzertflügel', 'E-Flügel']);
    expect(foundOptions('flöte').map(({ name }) => name)).toEqual([
      'Piccoloflöte',
      'Querflöte',
      'Blockflöte',
      'Panflöte',
      'Flaschenflöte',
    ]);
    expect(foundOptions('harp').map(({ name }) => name)).toEqual(['Cembalo', 'Harfe']);
    expect(foundOptions('strei').at(0)?.name).toBe('Streicher');
  });

  it('finds nothing for a name that no instrument has', () => {
    expect(foundOptions('Nyckelharpa')).toEqual([]);
  });
});

describe('the choice of an instrument in English', () => {
  it('shows and finds English names', async () => {
    await speak('en');
    expect(foundOptions('viola')).toEqual([{ value: 'Viola', name: 'Viola' }]);
    expect(foundOptions('Bratsche')).toEqual([]);
    expect(otherOptions().at(0)?.name).toBe('Pianos');
  });
});
