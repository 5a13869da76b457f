import { limits } from '@roomtone/protocol';
import { describe, expect, it } from 'vitest';
import { drumProgram } from '../../../contract/instruments.ts';
import { families, instrumentFor, programFor } from './general-midi.ts';

describe('the instruments', () => {
  it('are the 128 of General MIDI in order, with distinct names', () => {
    const names = families.flat();
    expect(new Set(names).size).toBe(128);
    expect(families.every((instruments) => instruments.length === 8)).toBe(true);
    expect(['Grand piano', 'Vibraphone', 'Upright bass', 'Violin', 'Gunshot'].map(programFor)).toEqual([
      0, 11, 32, 40, 127,
    ]);
    for (let program = 0; program <= drumProgram; program++) expect(programFor(instrumentFor(program))).toBe(program);
  });

  it('R3.4: have names that fit participant.instrument', () => {
    const names = families.flat();
    for (const name of names) expect(name.length).toBeLessThanOrEqual(limits.instrument.max);
  });

  it('are a piano for unknown names, and match names in any case', () => {
    expect(programFor('Hurdy-gurdy 3000')).toBe(0);
    expect(programFor('')).toBe(0);
    expect(programFor(' VIBRAPHONE ')).toBe(11);
  });
});
