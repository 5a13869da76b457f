import { beforeEach, describe, expect, it } from 'vitest';
import { type Assignment, type LearnedAction, withAssignment } from '../contract/midi-learn.ts';
import { Keyboards } from './keyboards.ts';
import { LearnedControls } from './learned-controls.ts';

const pads = 'Launchkey Mini MK3';
let done: LearnedAction[];
let learned: Assignment[];
let played: string[];
let controls: LearnedControls;
let keyboards: Keyboards;

beforeEach(() => {
  done = [];
  learned = [];
  played = [];
  controls = new LearnedControls({
    onAction: (action) => done.push(action),
    onLearned: (assignment) => learned.push(assignment),
  });
  keyboards = new Keyboards(
    {
      sound: (data) => played.push([...data].join(' ')),
      send: (data) => played.push(`to the room: ${[...data].join(' ')}`),
      draw: () => {},
      refused: () => {},
    },
    controls,
    () => {},
  );
  keyboards.allow(true);
});

const send = (...messages: readonly (readonly number[])[]) => {
  for (const bytes of messages) keyboards.play(pads, Uint8Array.from(bytes), 0);
};
const assigned = (fields: Omit<Assignment, 'device' | 'channel'>): Assignment => ({
  device: pads,
  channel: 9,
  ...fields,
});

describe('a pad, knob or pedal', () => {
  it('is learned by pressing it, which plays nothing, and its release neither', () => {
    controls.learn('record');
    send([0x99, 36, 100], [0xa9, 36, 80], [0x89, 36, 64]);
    expect(learned).toEqual([assigned({ action: 'record', kind: 'note', number: 36 })]);
    expect([done, played]).toEqual([[], []]);
    send([0x99, 36, 100], [0x99, 36, 0]);
    expect([done, played]).toEqual([['record'], []]);
  });

  it('plays as before where it is not assigned: on another channel, device or note', () => {
    controls.set([assigned({ action: 'panic', kind: 'note', number: 36 })]);
    send([0x90, 36, 100], [0x80, 36, 64], [0x99, 37, 100], [0x89, 37, 64]);
    keyboards.play('nanoKEY2', Uint8Array.of(0x99, 36, 100), 0);
    expect(done).toEqual([]);
    expect(played.filter((each) => each.startsWith('to the room'))).toHaveLength(5);
  });

  it.each<[string, readonly (readonly number[])[], number]>([
    [
      'a pedal that is held and released',
      [
        [0xb9, 64, 30],
        [0xb9, 64, 90],
        [0xb9, 64, 127],
        [0xb9, 64, 0],
      ],
      1,
    ],
    [
      'a knob that is turned up and down',
      [
        [0xb9, 64, 1],
        [0xb9, 64, 70],
        [0xb9, 64, 71],
        [0xb9, 64, 20],
      ],
      1,
    ],
    [
      'a pad that sends 127 with each stroke',
      [
        [0xb9, 64, 127],
        [0xb9, 64, 127],
      ],
      2,
    ],
  ])('acts once for each press: %s', (_what, messages, times) => {
    controls.set([assigned({ action: 'metronome', kind: 'controller', number: 64 })]);
    send(...messages);
    expect(done).toEqual(Array.from({ length: times }, () => 'metronome'));
    expect(played).toEqual([]);
  });

  it('may be a program button, but no bend, pressure, bank or mode message', () => {
    controls.learn('octaveUp');
    send([0xe9, 0, 100], [0xd9, 90], [0xb9, 0, 100], [0xb9, 123, 127], [0xb9, 1, 20]);
    expect(learned).toEqual([]);
    send([0xc9, 5]);
    expect(learned).toEqual([assigned({ action: 'octaveUp', kind: 'program', number: 5 })]);
    send([0xc9, 5]);
    expect(done).toEqual(['octaveUp']);
  });

  it('is learned only once asked, and not after the user has given up', () => {
    controls.learn('record');
    controls.learn(undefined);
    send([0x99, 36, 100]);
    expect(learned).toEqual([]);
    expect(played).toContain('to the room: 153 36 100');
  });

  it('acts for listeners, too, who may not play', () => {
    keyboards.allow(false);
    controls.set([assigned({ action: 'panic', kind: 'note', number: 36 })]);
    send([0x99, 36, 100]);
    expect(done).toEqual(['panic']);
  });

  it('leaves no note hanging that sounds while it is assigned', () => {
    send([0x99, 36, 100]);
    keyboards.setLearned([assigned({ action: 'panic', kind: 'note', number: 36 })]);
    expect(played.at(-1)).toBe('to the room: 137 36 64');
    send([0x89, 36, 64]);
    expect(played).toHaveLength(4);
  });
});

describe('assignments', () => {
  it('are one for each action and trigger of a device', () => {
    const note = assigned({ action: 'record', kind: 'note', number: 36 });
    const same = assigned({ action: 'panic', kind: 'note', number: 36 });
    const other = assigned({ action: 'panic', kind: 'note', number: 40 });
    const elsewhere = { ...note, device: 'nanoPAD2' };
    expect(withAssignment([note], same)).toEqual([same]);
    expect(withAssignment([note, same], other)).toEqual([note, other]);
    expect(withAssignment([note], elsewhere)).toEqual([note, elsewhere]);
  });
});
