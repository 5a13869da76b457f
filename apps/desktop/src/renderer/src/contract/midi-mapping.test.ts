import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type InputSettings, inputFrom, MidiMapping, plainInput } from './midi-mapping.ts';
import { plainZone } from './zones.ts';

const seed = 20_261_121;
let played: number[][];
let chosen: number[];
let mapping: MidiMapping;

const send = (...bytes: number[]) => mapping.map(Uint8Array.from(bytes), (data) => played.push([...data]));
const set = (settings: Partial<InputSettings>) => {
  mapping.settings = { ...plainInput, ...settings };
};

beforeEach(() => {
  played = [];
  chosen = [];
  mapping = new MidiMapping(plainInput, (number) => chosen.push(number));
});

describe('a MIDI keyboard', () => {
  it('plays unchanged: notes, all pedals including half pedalling, bend, modulation, pressure, programs', () => {
    const all = [
      [0x93, 60, 100],
      [0xb3, 64, 37],
      [0xb3, 66, 127],
      [0xb3, 67, 90],
      [0xe3, 12, 80],
      [0xb3, 1, 64],
      [0xd3, 50],
      [0xa3, 60, 33],
      [0xc3, 11],
      [0x83, 60, 20],
    ];
    for (const bytes of all) send(...bytes);
    expect(played).toEqual(all);
  });

  it('is heard on one channel only if so set, while notes held on the others still end', () => {
    send(0x91, 60, 90);
    set({ channel: 1 });
    send(0x91, 62, 90);
    send(0xb1, 64, 127);
    send(0x90, 64, 90);
    send(0x91, 60, 0);
    expect(played).toEqual([
      [0x91, 60, 90],
      [0x90, 64, 90],
      [0x81, 60, 64],
    ]);
  });

  it('is transposed; notes out of range are dropped', () => {
    set({ transpose: -2 });
    send(0x90, 60, 90);
    send(0x90, 1, 90);
    send(0x80, 1, 0);
    send(0x80, 60, 10);
    expect(played).toEqual([
      [0x90, 58, 90],
      [0x80, 58, 10],
    ]);
  });

  it('can be split: each zone plays its own keys, after the program change of its sound', () => {
    set({
      zones: [
        { ...plainZone, low: 60 },
        { ...plainZone, program: 32, high: 59, transpose: 12 },
      ],
    });
    send(0x90, 48, 90);
    send(0x90, 60, 80);
    send(0x90, 50, 70);
    expect(played).toEqual([
      [0xc1, 32],
      [0x91, 60, 90],
      [0x90, 60, 80],
      [0x91, 62, 70],
    ]);
  });

  it('can be layered: zones that overlap sound together, and pedals act on all', () => {
    set({ zones: [plainZone, { ...plainZone, program: 48, transpose: -12 }] });
    send(0x98, 60, 90);
    send(0xb8, 64, 127);
    send(0x88, 60, 5);
    expect(played, 'the second sound skips the drum channel').toEqual([
      [0xca, 48],
      [0x98, 60, 90],
      [0x9a, 48, 90],
      [0xb8, 64, 127],
      [0xba, 64, 127],
      [0x88, 60, 5],
      [0x8a, 48, 5],
    ]);
  });

  it('plays four zones on four channels, or on those that they are given', () => {
    const zones = [0, 1, 2, 3].map((program) => ({ ...plainZone, program }));
    set({ zones });
    send(0x97, 60, 90);
    const notes = () => played.filter(([status = 0]) => status >> 4 === 9).map(([status = 0]) => status & 15);
    expect(notes(), 'own sounds leave the keyboard’s channel to the player’s instrument').toEqual([12, 8, 10, 11]);
    played = [];
    set({ zones: zones.map((zone) => ({ ...zone, channel: zone.program < 2 ? 16 : 3 })) });
    send(0x97, 62, 90);
    expect(played, 'zones of one channel have the sound of the first').toEqual([
      [0xcf, 0],
      [0xc2, 2],
      [0x9f, 62, 90],
      [0x92, 62, 90],
    ]);
  });

  it('sets the volume of a zone once, scales the keyboard’s own, and sets it back', () => {
    set({ zones: [{ ...plainZone, volume: 50 }] });
    send(0x90, 60, 90);
    send(0x80, 60, 0);
    send(0xb0, 7, 127);
    set({ zones: [plainZone] });
    send(0x90, 60, 90);
    expect(played).toEqual([
      [0xb0, 7, 50],
      [0x90, 60, 90],
      [0x80, 60, 0],
      [0xb0, 7, 64],
      [0xb0, 7, 100],
      [0x90, 60, 90],
    ]);
  });

  it('lifts pedals and centres bends wherever they are in use, also after the zones have changed', () => {
    set({ zones: [plainZone, { ...plainZone, program: 48 }] });
    send(0xb0, 64, 127);
    send(0xe0, 0, 96);
    set({ zones: [plainZone], channel: 5 });
    played = [];
    send(0xb0, 64, 0);
    send(0xe0, 0, 64);
    send(0xb0, 64, 0);
    expect(played).toEqual([
      [0xb0, 64, 0],
      [0xb1, 64, 0],
      [0xe0, 0, 64],
      [0xe1, 0, 64],
    ]);
  });

  it('chooses presets by program changes if so set, and plays none of them then', () => {
    set({ programs: 'preset' });
    send(0xc0, 3);
    set({ programs: 'preset', channel: 2 });
    send(0xc0, 4);
    expect([chosen, played]).toEqual([[3], []]);
  });

  it('ends the notes that a key began, whatever has changed since', () => {
    set({ zones: [plainZone, { ...plainZone, program: 48 }] });
    send(0x90, 60, 90);
    played = [];
    set({ transpose: 5, channel: 7 });
    send(0x90, 60, 0);
    expect(played).toEqual([
      [0x80, 60, 64],
      [0x81, 60, 64],
    ]);
  });

  it('leaves no note sounding once every key is up, in whatever order settings change', () => {
    const zone = fc.record({
      program: fc.option(fc.nat({ max: 127 })),
      low: fc.nat({ max: 127 }),
      high: fc.nat({ max: 127 }),
      transpose: fc.integer({ min: -36, max: 36 }),
      volume: fc.nat({ max: 100 }),
      channel: fc.nat({ max: 16 }),
    });
    const settings = fc.record({
      channel: fc.nat({ max: 2 }),
      transpose: fc.integer({ min: -24, max: 24 }),
      zones: fc.array(zone, { minLength: 1, maxLength: 4 }),
    });
    const key = fc.record({ channel: fc.nat({ max: 1 }), note: fc.nat({ max: 127 }), isDown: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.oneof(settings, key), { maxLength: 60 }), (steps) => {
        played = [];
        mapping = new MidiMapping(plainInput, () => {});
        const keys = new Set<string>();
        for (const step of steps) {
          if (!('isDown' in step)) set(step);
          else {
            send((step.isDown ? 0x90 : 0x80) | step.channel, step.note, 64);
            keys.add(`${step.channel} ${step.note}`);
          }
        }
        for (const each of keys) {
          const [channel = 0, note = 0] = each.split(' ').map(Number);
          send(0x80 | channel, note, 64);
        }
        const sounding = new Set<string>();
        for (const [status = 0, note] of played) {
          if (status >> 4 === 9) sounding.add(`${status & 15} ${note}`);
          if (status >> 4 === 8) sounding.delete(`${status & 15} ${note}`);
        }
        expect([...sounding]).toEqual([]);
      }),
      { numRuns: 500, seed },
    );
  });
});

describe('stored input settings', () => {
  it('are restored', () => {
    const settings = {
      ...plainInput,
      channel: 16,
      curve: 'firm',
      transpose: -24,
      zones: [
        { ...plainZone, low: 48 },
        { ...plainZone, program: 32, high: 47, volume: 80, channel: 4 },
      ],
      programs: 'preset',
    } as const;
    expect(inputFrom(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  it.each([null, 7, {}, { channel: 17, curve: 'x', transpose: 25, zones: [], programs: 'y' }])(
    'are the defaults if invalid: %j',
    (value) => expect(inputFrom(value)).toEqual(plainInput),
  );
});
