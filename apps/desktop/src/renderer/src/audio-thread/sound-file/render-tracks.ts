import type { RenderedTrack } from '../../contract/sound-file-messages.ts';
import { type Instrument, quantum } from '../instrument.ts';

/** The longest tail after the last event that is rendered, s. */
const longestTailS = 8;

/** One second of rendered sound. */
export interface RenderedPart {
  /** 16 bit, left and right in turn. */
  readonly samples: Int16Array;
  /** How much of the recording is done, 0 to 1. */
  readonly part: number;
}

/**
 * Renders tracks as fast as the machine can, one second at a time, until they have faded away. Participant n plays track n.
 * @param instrument a new one, with its sounds loaded.
 */
export function* renderTracks(
  instrument: Instrument,
  tracks: readonly RenderedTrack[],
  sampleRate: number,
): Generator<RenderedPart> {
  const next = tracks.map(() => 0);
  const lengthUs = Math.max(0, ...tracks.map(({ events }) => events.at(-1)?.timeUs ?? 0));
  instrument.receive({ kind: 'time', anchor: { frame: 0, localUs: 0 } });
  for (const [index, { program }] of tracks.entries()) {
    instrument.receive({ kind: 'instrument', participant: index + 1, program });
    instrument.receive({ kind: 'mix', participant: index + 1, mix: { gain: 1, pan: 0 } });
  }
  const blocks = Math.ceil(sampleRate / quantum);
  const [left, right] = [new Float32Array(quantum), new Float32Array(quantum)];
  for (let second = 0; ; second++) {
    const firstFrame = second * blocks * quantum;
    const untilUs = ((firstFrame + blocks * quantum) / sampleRate) * 1e6;
    for (const [index, { events }] of tracks.entries())
      next[index] = schedule(instrument, index + 1, events, next[index] ?? 0, untilUs);
    const samples = new Int16Array(2 * blocks * quantum);
    for (let block = 0; block < blocks; block++) {
      left.fill(0);
      right.fill(0);
      instrument.render(left, right, firstFrame + block * quantum);
      interleave(samples, 2 * block * quantum, left, right);
    }
    yield { samples, part: lengthUs === 0 ? 1 : Math.min(1, untilUs / lengthUs) };
    const isOver = untilUs > lengthUs;
    if (isOver && (instrument.voices === 0 || untilUs > lengthUs + longestTailS * 1e6)) return;
  }
}

/** Schedules the events until a time; returns the index of the next one. */
function schedule(
  instrument: Instrument,
  participant: number,
  events: RenderedTrack['events'],
  from: number,
  untilUs: number,
): number {
  let index = from;
  for (let event = events[index]; event !== undefined && event.timeUs < untilUs; event = events[index]) {
    const { timeUs: atUs, data } = event;
    instrument.receiveNotes({ kind: 'notes', participant, data, atUs, offsets: [], delayUs: 0 });
    index++;
  }
  return index;
}

function interleave(samples: Int16Array, at: number, left: Float32Array, right: Float32Array): void {
  for (let n = 0; n < left.length; n++) {
    samples[at + 2 * n] = to16Bit(left[n] ?? 0);
    samples[at + 2 * n + 1] = to16Bit(right[n] ?? 0);
  }
}

function to16Bit(sample: number): number {
  return Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
}

/** The header of a WAV file: 16-bit stereo. @param bytes of the samples. */
export function wavHeader(bytes: number, sampleRate: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(44));
  const text = (at: number, letters: string) => {
    for (let index = 0; index < letters.length; index++) view.setUint8(at + index, letters.charCodeAt(index));
  };
  const frameBytes = 4;
  text(0, 'RIFF');
  view.setUint32(4, 36 + bytes, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 2, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, bytes, true);
  return new Uint8Array(view.buffer);
}
