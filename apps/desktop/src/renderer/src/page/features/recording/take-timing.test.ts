import { expect, test } from 'vitest';
import { NoteLog } from './note-log.ts';
import { hasTiming, ownTimingOf } from './take-timing.ts';

const startUs = 1_795_000_000_000_000;
const mara = { name: 'Mara', instrument: '', own: true } as const;
const teo = { name: 'Teo', instrument: '' };
const tempo = { timeUs: startUs, usPerQuarter: 500_000, beatsPerBar: 4 };

/** Both play 40 quarters: player 0 is 10 ms early, player 1 is 30 ms late. */
function chunk() {
  const log = new NoteLog(startUs);
  for (let beat = 1; beat <= 40; beat++) {
    const atUs = startUs + 1_000_000 + beat * 500_000;
    log.add(0, Uint8Array.of(0x90, 60, 90), atUs - 10_000, []);
    log.add(1, Uint8Array.of(0x90, 48, 90), atUs + 30_000, []);
    log.add(0, Uint8Array.of(0x80, 60, 0), atUs + 200_000, []);
  }
  const taken = log.takeChunk(startUs + 30_000_000);
  if (taken === undefined) throw new Error('nothing was played');
  return taken;
}

test('a take tells how its own player played to the click, and nothing of the others', () => {
  const take = {
    players: [mara, teo],
    endUs: startUs + 30_000_000,
    tempos: [{ ...tempo, beatUs: startUs + 1_000_000 }],
  };
  expect(hasTiming(take)).toBe(true);
  expect(ownTimingOf(take, [chunk()])).toMatchObject({ count: 40, leftOut: 0, medianUs: -10_000, spreadUs: 0 });
});

test('what is played after the metronome stopped, or without one, does not count', () => {
  const running = { ...tempo, beatUs: startUs + 1_000_000 };
  const stopped = { ...tempo, timeUs: startUs + 11_250_000 };
  const take = { players: [mara, teo], endUs: startUs + 30_000_000, tempos: [running, stopped] };
  expect(ownTimingOf(take, [chunk()])?.count).toBe(20);
  expect(hasTiming({ ...take, tempos: [tempo] })).toBe(false);
  expect(hasTiming({ ...take, players: [teo] })).toBe(false);
});
