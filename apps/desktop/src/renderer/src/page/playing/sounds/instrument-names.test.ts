import { afterEach, describe, expect, it } from 'vitest';
import { speak } from '../../../../../../../../testing/speak.ts';
import { roomsIn } from '../../../../../../../../testing/words-in.ts';
import { drumProgram } from '../../../contract/instruments.ts';
import { families } from './general-midi.ts';
import { instrumentName, shownInstrument } from './instrument-names.ts';

afterEach(() => speak('en'));

describe('the shown names of instruments', () => {
  it('are German for every program and family, with distinct names', async () => {
    await speak('de');
    const names = Array.from({ length: drumProgram + 1 }, (_, program) => instrumentName(program));
    expect(new Set(names).size).toBe(129);
    expect([0, 11, 48, 40, 127, drumProgram].map(instrumentName)).toEqual([
      'Konzertflügel',
      'Vibraphon',
      'Streicher',
      'Violine',
      'Schuss',
      'Schlagzeug',
    ]);
    for (const { instruments } of [await roomsIn('en'), await roomsIn('de')])
      expect(new Set(instruments.families).size).toBe(families.length);
  });

  it('are those that are sent, in English', async () => {
    await speak('en');
    expect(instrumentName(11)).toBe('Vibraphone');
    expect(shownInstrument('Drum kit')).toBe('Drum kit');
  });

  it('are the text itself for an instrument that is not of General MIDI, and a grand piano for none', async () => {
    await speak('de');
    expect(shownInstrument('Hurdy-gurdy 3000')).toBe('Hurdy-gurdy 3000');
    expect(shownInstrument('')).toBe('Konzertflügel');
    expect(shownInstrument('vibraphone')).toBe('Vibraphon');
  });
});
