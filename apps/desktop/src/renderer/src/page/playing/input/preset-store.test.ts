import { beforeEach, describe, expect, it, vi } from 'vitest';
import { plainInput } from '../../../contract/midi-mapping.ts';
import { plainZone, plainZones } from '../../../contract/zones.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
const { useInput } = await import('./input-store.ts');
const presets = await import('./preset-store.ts');

const { usePresets, choosePreset, choosePresetByNumber, deletePreset, savePreset, presetsFrom } = presets;
const names = () => usePresets.getState().presets.map(({ name }) => name);
const organ = [{ ...plainZone, program: 16 }];

beforeEach(() => {
  usePresets.setState(presetsFrom(null));
  useInput.setState(plainInput);
});

describe('presets of MIDI keyboards', () => {
  it('begin with a split and a layer', () => {
    choosePreset('Bass and piano');
    expect(useInput.getState().zones.map(({ low, high, program }) => [low, high, program])).toEqual([
      [60, 127, null],
      [0, 59, 32],
    ]);
    choosePreset(null);
    expect([useInput.getState().zones, usePresets.getState().chosen]).toEqual([plainZones, null]);
  });

  it('are chosen by number, and keep what plays if there is none of that number', () => {
    choosePresetByNumber(1);
    const { zones } = useInput.getState();
    expect(usePresets.getState().chosen).toBe('Piano and strings');
    choosePresetByNumber(2);
    expect([usePresets.getState().chosen, useInput.getState().zones]).toEqual(['Piano and strings', zones]);
  });

  it('are saved under a name, which replaces the one that had it', () => {
    useInput.setState({ zones: organ });
    savePreset('  Organ ');
    savePreset('Bass and piano');
    expect(names()).toEqual(['Bass and piano', 'Piano and strings', 'Organ']);
    expect(usePresets.getState().presets[0]?.zones).toEqual(organ);
    savePreset('   ');
    expect(names()).toHaveLength(3);
  });

  it('are at most 128 with names of at most 40 characters', () => {
    for (let number = names().length; number < presets.maxPresets; number++) savePreset(`Preset ${number}`);
    savePreset('One too many');
    expect(names()).toHaveLength(128);
    expect(names()).not.toContain('One too many');
    savePreset('Preset 5');
    expect(usePresets.getState().chosen).toBe('Preset 5');
    deletePreset('Preset 5');
    expect(usePresets.getState().chosen).toBeNull();
    savePreset('x'.repeat(41));
    expect(names().at(-1)).toBe('x'.repeat(40));
  });

  it('are restored; what is not valid is left out', () => {
    const stored = { presets: [{ name: 'Organ', zones: organ }], chosen: 'Organ' };
    expect(presetsFrom(JSON.parse(JSON.stringify(stored)))).toEqual(stored);
    const wrong = [null, { name: '' }, { name: 'x'.repeat(41) }, { name: 7 }, { name: 'Plain' }, { name: 'Plain' }];
    expect(presetsFrom({ presets: wrong, chosen: 'gone' })).toEqual({
      presets: [{ name: 'Plain', zones: plainZones }],
      chosen: null,
    });
  });
});
