import { beforeEach, describe, expect, it } from 'vitest';
import { ChannelSettings } from '../../../contract/channel-settings.ts';
import { Playback } from './playback.ts';
import { scoreNotes, scoreOf } from './score.ts';

const score = scoreOf('Piece', [
  { name: 'Empty', events: [] },
  {
    name: 'Lead',
    events: [
      { timeUs: 1_000, data: Uint8Array.of(0xc0, 5) },
      { timeUs: 1_000, data: Uint8Array.of(0x90, 60, 90) },
      { timeUs: 101_000, data: Uint8Array.of(0x80, 60, 64) },
      { timeUs: 201_000, data: Uint8Array.of(0x90, 62, 90) },
      { timeUs: 401_000, data: Uint8Array.of(0x80, 62, 64) },
    ],
  },
  {
    name: 'Bass',
    events: [
      { timeUs: 51_000, data: Uint8Array.of(0x91, 36, 80) },
      { timeUs: 301_000, data: Uint8Array.of(0x91, 36, 0) },
    ],
  },
]);

let emitted: [number, ...number[]][];
let playback: Playback;
const emit = (data: Uint8Array, timeUs: number) => emitted.push([timeUs, ...data]);
const taken = (nowUs: number) => {
  emitted = [];
  playback.emitDue(nowUs, emit);
  return emitted;
};

beforeEach(() => {
  emitted = [];
  playback = new Playback(score);
});

describe('a score', () => {
  it('starts with its first event, and leaves out empty tracks', () => {
    expect(score.lengthUs).toBe(400_000);
    expect(score.tracks).toEqual([
      { name: 'Lead', noteCount: 2 },
      { name: 'Bass', noteCount: 1 },
    ]);
    expect(score.events.map(({ timeUs, track }) => [timeUs, track])).toEqual([
      [0, 0],
      [0, 0],
      [50_000, 1],
      [100_000, 0],
      [200_000, 0],
      [300_000, 1],
      [400_000, 0],
    ]);
  });
});

describe('playback', () => {
  it('emits events that are due, each with its own time, even if it is asked late', () => {
    playback.play(1_000_000, emit);
    expect(taken(1_120_000)).toEqual([
      [1_000_000, 0xc0, 5],
      [1_000_000, 0x90, 60, 90],
      [1_050_000, 0x91, 36, 80],
      [1_100_000, 0x80, 60, 64],
    ]);
    expect(taken(1_120_000)).toEqual([]);
    expect(playback.positionUs(1_150_000)).toBe(150_000);
  });

  it('pauses at the end, and starts again from the beginning', () => {
    playback.play(0, emit);
    taken(500_000);
    expect(playback.isPlaying).toBe(false);
    playback.play(1_000_000, emit);
    expect(taken(1_000_000)).toHaveLength(2);
  });

  it('leaves nothing sounding while paused, and resumes where it paused', () => {
    playback.play(0, emit);
    taken(60_000);
    emitted = [];
    playback.pause(70_000, emit);
    expect(emitted).toEqual([
      [70_000, 0x80, 60, 64],
      [70_000, 0x81, 36, 64],
    ]);
    emitted = [];
    playback.play(1_000_000, emit);
    expect(emitted, 'the program, should somebody have changed it').toEqual([[1_000_000, 0xc0, 5]]);
    expect(taken(1_200_000)).toEqual([
      [1_030_000, 0x80, 60, 64],
      [1_130_000, 0x90, 62, 90],
    ]);
  });

  it('on a jump, releases what sounds, restores the state at the new position, and starts no note in its middle', () => {
    playback.play(0, emit);
    taken(60_000);
    emitted = [];
    playback.seek(250_000, 80_000, emit);
    expect(emitted).toEqual([
      [80_000, 0x80, 60, 64],
      [80_000, 0x81, 36, 64],
      [80_000, 0xc0, 5],
    ]);
    expect(taken(130_000)).toEqual([[130_000, 0x91, 36, 0]]);
    playback.seek(-5, 130_000, emit);
    expect(playback.positionUs(130_000)).toBe(0);
    playback.seek(9e9, 130_000, emit);
    expect(playback.positionUs(130_000)).toBe(400_000);
  });

  it('changes the tempo from the current position on, within bounds', () => {
    playback.play(0, emit);
    taken(100_000);
    playback.setSpeed(0.5, 100_000);
    expect(playback.positionUs(200_000)).toBe(150_000);
    expect(taken(300_000)).toEqual([[300_000, 0x90, 62, 90]]);
    playback.setSpeed(99, 300_000);
    expect(playback.speed).toBe(2);
    playback.setSpeed(0, 300_000);
    expect(playback.speed).toBe(0.25);
  });

  it('leaves out a track that is switched off, and releases its notes', () => {
    playback.play(0, emit);
    taken(60_000);
    emitted = [];
    playback.setTrack(1, false, 60_000, emit);
    expect(emitted).toEqual([[60_000, 0x81, 36, 64]]);
    expect(taken(350_000).map(([, status]) => status)).toEqual([0x80, 0x90]);
    emitted = [];
    playback.setTrack(0, false, 350_000, emit);
    playback.setTrack(0, true, 360_000, emit);
    expect(emitted).toEqual([
      [350_000, 0x80, 62, 64],
      [360_000, 0xc0, 5],
    ]);
  });
});

describe('the channels of the user', () => {
  const event = (timeUs: number, ...data: number[]) => ({ timeUs, data: Uint8Array.from(data) });
  // Strings, quiet, bent, with a wide bend range.
  const bent = scoreOf('Bent', [
    {
      name: '',
      events: [
        event(0, 0xc0, 48),
        event(0, 0xb0, 7, 30),
        event(0, 0xb0, 101, 0),
        event(0, 0xb0, 100, 0),
        event(0, 0xb0, 6, 12),
        event(0, 0xe0, 0, 0),
        event(0, 0x90, 72, 80),
        event(100_000, 0x80, 72, 0),
      ],
    },
  ]);
  const own = new ChannelSettings();
  const asBefore = [
    [0xc0, 5],
    [0xb0, 7, 100],
    [0xb0, 101, 0],
    [0xb0, 100, 0],
    [0xb0, 6, 2],
    [0xe0, 0, 64],
    [0xb0, 101, 127],
    [0xb0, 100, 127],
  ];
  const restored = () => emitted.slice(-asBefore.length).map(([, ...data]) => data);
  const afterPlaying = (act: () => void) => {
    playback = new Playback(bent, (changed) => changed.restoring(own, 5).map((data) => Uint8Array.from(data)));
    playback.play(0, emit);
    playback.emitDue(50_000, emit);
    emitted = [];
    act();
    return restored();
  };

  it('have their program, volume, pitch and bend range again at the end, and when the file is paused', () => {
    expect(afterPlaying(() => playback.emitDue(200_000, emit))).toEqual(asBefore);
    expect(afterPlaying(() => playback.pause(60_000, emit))).toEqual(asBefore);
  });

  it('are restored before a seek sets what holds at the new place', () => {
    afterPlaying(() => playback.seek(0, 60_000, emit));
    expect(emitted.slice(1).map(([, ...data]) => data)).toEqual(asBefore);
  });

  it('have what the user set on their own keyboard', () => {
    own.take(0xb0, 7, 64);
    own.take(0xc0, 19, 0);
    const [program, volume] = afterPlaying(() => playback.pause(60_000, emit));
    expect([program, volume]).toEqual([
      [0xc0, 19],
      [0xb0, 7, 64],
    ]);
  });

  it('get nothing from a file that set nothing', () => {
    playback = new Playback(scoreOf('Plain', [{ name: '', events: [event(0, 0x90, 60, 80)] }]), (changed) =>
      changed.restoring(own, 5).map((data) => Uint8Array.from(data)),
    );
    playback.play(0, emit);
    playback.emitDue(0, emit);
    expect(emitted.map(([, status]) => status)).toEqual([0x90, 0x80]);
  });
});

describe('practice', () => {
  const off = (key: number) => ({ data: Uint8Array.of(0x80, key, 64) });
  const on = (key: number) => ({ data: Uint8Array.of(0x90, key, 90) });
  const study = scoreOf('Study', [
    {
      name: 'Right',
      events: [
        { timeUs: 0, ...on(72) },
        { timeUs: 10_000, ...on(76) },
        { timeUs: 300_000, ...off(72) },
        { timeUs: 300_000, ...off(76) },
        { timeUs: 400_000, ...on(74) },
        { timeUs: 600_000, ...off(74) },
      ],
    },
    {
      name: 'Left',
      events: [
        { timeUs: 200_000, ...on(48) },
        { timeUs: 500_000, ...off(48) },
      ],
    },
  ]);
  const keys = (nowUs: number) => taken(nowUs).map(([atUs, status, key]) => [atUs, status, key]);

  beforeEach(() => {
    playback = new Playback(study);
  });

  it('tells the hands apart by track, and by middle C where there are not two', () => {
    expect([study.handOf(0, 50), study.handOf(1, 90)]).toEqual(['right', 'left']);
    const one = scoreOf('One', [{ name: '', events: [{ timeUs: 0, ...on(60) }] }]);
    expect([one.handOf(0, 60), one.handOf(0, 59)]).toEqual(['right', 'left']);
  });

  it('asks for the part with several staves of a sheet, not for the singer above it', () => {
    const staff = (part: number, key: number) => ({ name: '', part, events: [{ timeUs: 0, ...on(key) }] });
    const song = scoreOf('Song', [staff(0, 72), staff(1, 60), staff(1, 48)]);
    expect([0, 1, 2].map((track) => song.handOf(track, 60))).toEqual([undefined, 'right', 'left']);
    playback = new Playback(song);
    playback.setOwnPart('both', false, 0, emit);
    playback.play(0, emit);
    expect(emitted).toEqual([]);
    expect(keys(0).filter(([, status]) => status === 0x90)).toEqual([[0, 0x90, 72]]);
  });

  it('takes tracks without notes, and drums, for no hand', () => {
    const track = (...data: number[]) => ({ name: '', events: [{ timeUs: 0, data: Uint8Array.from(data) }] });
    const song = scoreOf('Song', [track(0xb0, 7, 90), track(0x90, 40, 80), track(0x90, 50, 80), track(0x99, 36, 80)]);
    expect([1, 2].map((index) => song.handOf(index, 45))).toEqual(['left', 'right']);
  });

  it('draws each note from its start to its end', () => {
    expect(scoreNotes(study)).toEqual([
      { track: 0, key: 72, startUs: 0, endUs: 300_000 },
      { track: 0, key: 76, startUs: 10_000, endUs: 300_000 },
      { track: 1, key: 48, startUs: 200_000, endUs: 500_000 },
      { track: 0, key: 74, startUs: 400_000, endUs: 600_000 },
    ]);
  });

  it('leaves out what the user plays', () => {
    playback.setOwnPart('right', false, 0, emit);
    playback.play(0, emit);
    expect(keys(1_000_000)).toEqual([
      [200_000, 0x90, 48],
      [500_000, 0x80, 48],
    ]);
  });

  it('waits for the whole chord of the user, and goes on from the moment it is there', () => {
    playback.setOwnPart('right', true, 0, emit);
    playback.play(0, emit);
    expect(keys(3_000_000)).toEqual([]);
    expect([[...playback.wanted], playback.positionUs(3_000_000)]).toEqual([[72, 76], 0]);
    playback.pressed(76, 3_100_000);
    expect(keys(3_200_000)).toEqual([]);
    expect([...playback.wanted]).toEqual([72]);
    playback.pressed(72, 3_300_000);
    keys(3_300_000);
    expect(playback.wanted.size).toBe(0);
    expect(keys(3_550_000)).toEqual([[expect.closeTo(3_400_000, -5), 0x90, 48]]);
  });

  it('counts a key that comes a little early, but not one from long before', () => {
    playback.setOwnPart('right', true, 0, emit);
    playback.play(0, emit);
    for (const key of [72, 76, 74]) playback.pressed(key, 0);
    keys(390_000);
    expect(playback.wanted.size).toBe(0);
    keys(500_000);
    expect([...playback.wanted], 'the last key was pressed half a second before').toEqual([74]);
  });

  it('repeats a passage without a gap, and leaves nothing sounding at its end', () => {
    playback.setLoop({ fromUs: 200_000, toUs: 450_000 });
    playback.play(0, emit);
    keys(200_000);
    expect(keys(700_000)).toEqual([
      [300_000, 0x80, 72],
      [300_000, 0x80, 76],
      [400_000, 0x90, 74],
      [450_000, 0x80, 74],
      [450_000, 0x80, 48],
      [450_000, 0x90, 48],
      [550_000, 0x80, 72],
      [550_000, 0x80, 76],
      [650_000, 0x90, 74],
      [700_000, 0x80, 74],
      [700_000, 0x80, 48],
      [700_000, 0x90, 48],
    ]);
  });
});
