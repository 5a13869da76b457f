import { expect, it } from 'vitest';
import { NoteFollower } from './note-follower.ts';
import { scoreOf } from './score.ts';

const second = 1_000_000;
/** A melody that seldom repeats itself, a note each half second, with a bass on another channel. */
const keys = Array.from({ length: 120 }, (_, at) => 40 + ((at * 7 + ((at * at) % 11)) % 36));
const score = scoreOf('Song', [
  { name: 'Melody', events: keys.map((key, at) => ({ timeUs: at * 500_000, data: Uint8Array.of(0x90, key, 90) })) },
  {
    name: 'Bass',
    events: keys.map((key, at) => ({ timeUs: at * 500_000 + 1, data: Uint8Array.of(0x91, key - 20, 90) })),
  },
]);

/** Plays notes of the melody from one to another. @returns when the last one sounded. */
function play(follower: NoteFollower, from: number, to: number, startUs: number, speed = 1): number {
  for (let at = from; at < to; at++) {
    const atUs = startUs + ((at - from) * 500_000) / speed;
    follower.heard(0x90, keys[at] ?? 0, atUs);
  }
  return startUs + ((to - 1 - from) * 500_000) / speed;
}

const secondsAt = (follower: NoteFollower, nowUs: number) => (follower.positionUs(nowUs) ?? Number.NaN) / second;

it('knows nothing at first, and the place after a few notes, although half of the file is silent', () => {
  const follower = new NoteFollower(score);
  play(follower, 20, 24, 0);
  expect(follower.positionUs(0)).toBeUndefined();
  const endUs = play(follower, 24, 30, 2 * second);
  expect(secondsAt(follower, endUs)).toBeCloseTo(14.5, 3);
  expect(secondsAt(follower, endUs + 300_000), 'between notes').toBeCloseTo(14.8, 3);
});

it('follows another tempo', () => {
  const follower = new NoteFollower(score);
  const endUs = play(follower, 0, 60, 0, 1.5);
  expect(secondsAt(follower, endUs + second)).toBeCloseTo(29.5 + 1.5, 1);
});

it('finds the place again after a jump, and forgives wrong notes', () => {
  const follower = new NoteFollower(score);
  let endUs = play(follower, 0, 20, 0);
  follower.heard(0x90, 1, endUs + 100_000);
  endUs = play(follower, 20, 24, endUs + 500_000);
  expect(secondsAt(follower, endUs)).toBeCloseTo(11.5, 3);
  endUs = play(follower, 80, 95, endUs + 3 * second);
  expect(secondsAt(follower, endUs)).toBeCloseTo(47, 3);
});

it('stays within the song', () => {
  const follower = new NoteFollower(score);
  const endUs = play(follower, 100, 120, 0);
  expect(secondsAt(follower, endUs + 99 * second)).toBeCloseTo(59.5, 3);
});
