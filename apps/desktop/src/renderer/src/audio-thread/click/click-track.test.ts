import { describe, expect, it } from 'vitest';
import type { TimedBeat } from '../../contract/messages.ts';
import { ClickTrack } from './click-track.ts';

const sampleRate = 48_000;
const quantum = 128;
/** Local time 0 is frame 0; a frame is 1/48 ms. */
const anchor = { frame: 0, localUs: 0 };

function beatAt(atMs: number, bar = 1, beat = 2, clicks = plain(beat)): TimedBeat {
  return { atUs: atMs * 1_000, serviceUs: 9e15 + atMs * 1_000, bar, beat, count: 0, clicks };
}

function plain(beat: number): TimedBeat['clicks'] {
  return [{ offsetUs: 0, strength: beat === 1 ? 3 : 1 }];
}

function trackWith(...beats: TimedBeat[]): ClickTrack {
  const track = new ClickTrack(sampleRate);
  track.setAnchor(anchor);
  track.take({ kind: 'beats', beats });
  return track;
}

/** Renders block by block and calls `between` before each block, with its first frame. */
function render(track: ClickTrack, ms: number, between: (frame: number) => void = () => {}): Float32Array {
  const all = new Float32Array((Math.ceil((ms * sampleRate) / 1_000 / quantum) + 1) * quantum);
  const right = new Float32Array(quantum);
  for (let frame = 0; frame < all.length; frame += quantum) {
    between(frame);
    track.render(all.subarray(frame, frame + quantum), right, frame);
  }
  return all;
}

/** The frames at which sound begins after at least 20 ms of silence. */
function onsets(samples: Float32Array): number[] {
  const found: number[] = [];
  let silentSince = -sampleRate;
  samples.forEach((sample, frame) => {
    if (Math.abs(sample) < 1e-4) return;
    if (frame - silentSince > 0.02 * sampleRate) found.push(frame);
    silentSince = frame;
  });
  return found;
}

/** The first sample of a click is silent. */
const frameOf = (ms: number) => ms * 48 + 1;

describe('the click', () => {
  it('sounds at the exact frame of its beat, even within a block', () => {
    expect(onsets(render(trackWith(beatAt(10), beatAt(260), beatAt(510)), 600))).toEqual([10, 260, 510].map(frameOf));
  });

  it('sounds at its own time, whenever the beat was announced', () => {
    const early = onsets(render(trackWith(beatAt(300)), 400));
    const track = trackWith();
    const late = render(track, 400, (frame) => {
      if (frame === quantum * 100) track.take({ kind: 'beats', beats: [beatAt(300)] });
    });
    expect(onsets(late)).toEqual(early);
  });

  it('follows the audio clock as the measured mapping improves', () => {
    const track = trackWith(beatAt(100));
    track.setAnchor({ frame: 480, localUs: 0 });
    expect(onsets(render(track, 200))).toEqual([frameOf(110)]);
  });

  it('is silent before the clocks are mapped, and leaves out beats that are too late by then', () => {
    const track = new ClickTrack(sampleRate);
    track.take({ kind: 'beats', beats: [beatAt(10), beatAt(200)] });
    const samples = render(track, 300, (frame) => {
      if (frame === quantum * 30) track.setAnchor(anchor);
    });
    expect(onsets(samples)).toEqual([frameOf(200)]);
  });

  it('R9.4: is cancelled when the metronome is set, and no beat sounds twice', () => {
    const track = trackWith(beatAt(50), beatAt(150), beatAt(250));
    const samples = render(track, 400, (frame) => {
      // The first beat has just sounded and is announced again.
      if (frame === quantum * 19) {
        track.take({
          kind: 'beats',
          reset: { stopsAtUs: undefined, beatsPerBar: 4, beatsBefore: 0 },
          beats: [beatAt(50), beatAt(180)],
        });
      }
    });
    expect(onsets(samples)).toEqual([50, 180].map(frameOf));
  });

  it('R9.12: sounds between beats and not in silent ones, and a group begins higher than another beat', () => {
    const eighths = [
      { offsetUs: 0, strength: 1 },
      { offsetUs: 125_000, strength: 0 },
    ];
    expect(onsets(render(trackWith(beatAt(10, 1, 2, eighths), beatAt(260, 1, 3, [])), 400))).toEqual(
      [10, 135].map(frameOf),
    );
    const click = (strength: number, bar = 1) => render(trackWith(beatAt(0, bar, 3, [{ offsetUs: 0, strength }])), 100);
    expect(click(2)).not.toEqual(click(1));
    expect(click(2, 0)).not.toEqual(click(1, 0));
  });

  it('differs for bar lines, other beats and the count-in, and follows the volume', () => {
    const click = (bar: number, beat: number) => render(trackWith(beatAt(0, bar, beat)), 100);
    const loudest = (samples: Float32Array) => Math.max(...samples.map(Math.abs));
    const [first, other, counted] = [click(1, 1), click(1, 2), click(0, 1)];
    expect(first).not.toEqual(other);
    expect(counted).not.toEqual(first);
    expect(loudest(first)).toBeGreaterThan(0.3);
    const quiet = trackWith(beatAt(0, 1, 1));
    quiet.setGain(0.25);
    expect(loudest(render(quiet, 100)) / loudest(first)).toBeCloseTo(0.25, 5);
    const muted = trackWith(beatAt(0, 1, 1));
    muted.setGain(0);
    expect(loudest(render(muted, 100))).toBe(0);
  });
});
