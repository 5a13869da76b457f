import { describe, expect, it } from 'vitest';
import { isLoop, nameDevices, portNameOf, shownName } from './device-names.ts';

const names = (listed: string[], before?: ReadonlyMap<string, string>) => [...nameDevices(listed, before).values()];

describe('the names of MIDI devices', () => {
  it('stay the same when plugged in again, whatever number the system gives', () => {
    expect(names(['Launchkey Mini MK3:Launchkey Mini MK3 MIDI 1 24:0'])).toEqual(
      names(['Launchkey Mini MK3:Launchkey Mini MK3 MIDI 1 28:0']),
    );
  });

  it('keep numbers that belong to the name', () => {
    expect(names(['VirMIDI 0-1:VirMIDI 0-1 17:0', 'nanoKEY 2'])).toEqual(['VirMIDI 0-1:VirMIDI 0-1', 'nanoKEY 2']);
  });

  it('number devices of the same model, and one that stays keeps its number', () => {
    const both = nameDevices(['KeyStep:KeyStep MIDI 1 24:0', 'KeyStep:KeyStep MIDI 1 28:0']);
    expect([...both.values()]).toEqual(['KeyStep:KeyStep MIDI 1', 'KeyStep:KeyStep MIDI 1 (2)']);
    const second = nameDevices(['KeyStep:KeyStep MIDI 1 28:0'], both);
    expect([...second.values()]).toEqual(['KeyStep:KeyStep MIDI 1 (2)']);
    expect(names(['KeyStep:KeyStep MIDI 1 24:0', 'KeyStep:KeyStep MIDI 1 28:0'], second)).toEqual([
      'KeyStep:KeyStep MIDI 1',
      'KeyStep:KeyStep MIDI 1 (2)',
    ]);
  });

  it('are distinct even if the system’s are not', () => {
    expect([...nameDevices(['KeyStep', 'KeyStep'])]).toEqual([
      ['KeyStep', 'KeyStep'],
      ['KeyStep#2', 'KeyStep (2)'],
    ]);
  });

  it('leave out our own ports, but no other program’s', () => {
    expect(
      names([
        'RtMidi Output Client:RtMidi Output 129:0',
        `RtMidi Output Client:${portNameOf('Anna')} 130:0`,
        portNameOf('Anna'),
        'RtMidi Output Client:Piano of another program 131:0',
      ]),
    ).toEqual(['RtMidi Output Client:Piano of another program']);
  });

  it('are shown without a repeated word', () => {
    expect(shownName('Launchkey Mini MK3:Launchkey Mini MK3 MIDI 1')).toBe('Launchkey Mini MK3 MIDI 1');
    expect(shownName('FLUID Synth (123):Synth input port')).toBe('FLUID Synth (123):Synth input port');
    expect(shownName('nanoKEY2')).toBe('nanoKEY2');
  });

  it('reveal which ports echo what they are sent', () => {
    expect(['Midi Through:Midi Through Port-0', 'IAC Driver Bus 1', 'KeyStep'].map(isLoop)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
