import { afterEach, expect, it } from 'vitest';
import { speak } from '../../../../../../../../testing/speak.ts';
import { describeMidi } from './midi-description.ts';

afterEach(() => speak('en'));

it.each([
  [[0x90, 60, 100], 1, 'Note on', 'C4 100'],
  [[0x9f, 61, 0], 16, 'Note off', 'C♯4'],
  [[0x82, 21, 64], 3, 'Note off', 'A0'],
  [[0xa0, 60, 5], 1, 'Poly aftertouch', 'C4 5'],
  [[0xb0, 64, 37], 1, 'Sustain pedal', '37'],
  [[0xb0, 66, 127], 1, 'Sostenuto pedal', '127'],
  [[0xb0, 74, 9], 1, 'Controller 74', '9'],
  [[0xc0, 0], 1, 'Program', '1'],
  [[0xd4, 88], 5, 'Aftertouch', '88'],
  [[0xe0, 0, 64], 1, 'Pitch bend', '0'],
  [[0xe0, 127, 127], 1, 'Pitch bend', '8191'],
  [[0xf8], undefined, 'System', 'f8'],
  [[0x40], undefined, 'Unknown', '40'],
] as const)('the MIDI monitor describes %j', (bytes, channel, kind, value) => {
  expect(describeMidi(Uint8Array.from(bytes))).toEqual({ channel, kind, value });
});

it('the MIDI monitor speaks German in the German interface', async () => {
  await speak('de');
  const kinds = [
    [0x90, 60, 100],
    [0x80, 60, 0],
    [0xb0, 64, 127],
    [0xb0, 74, 9],
    [0xe0, 0, 64],
  ].map((bytes) => describeMidi(Uint8Array.from(bytes)).kind);
  expect(kinds).toEqual(['Note an', 'Note aus', 'Haltepedal', 'Controller 74', 'Pitchbend']);
});
