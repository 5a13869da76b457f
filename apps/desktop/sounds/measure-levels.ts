// Measures how loud each instrument plays the same phrase, and writes program-levels.json, from which the build makes all of them
// as loud as the piano: `npm run exec -- node apps/desktop/sounds/measure-levels.ts`
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Instrument, quantum } from '../src/renderer/src/audio-thread/instrument.ts';
import { pianoProgram } from '../src/renderer/src/contract/instruments.ts';
import type { SynthMessage } from '../src/renderer/src/contract/synth-messages.ts';
import type { SoundIndex } from '../src/renderer/src/page/playing/sounds/sound-index.ts';
import { builtIndex, builtPiano, builtPreset } from './built-sounds.ts';

type Message = Exclude<SynthMessage, { kind: 'notes-port' }>;

const sampleRate = 48_000;
/** A scale and three chords around middle C. */
const phrase = [[60], [62], [64], [65], [67], [60, 64, 67], [57, 60, 65], [55, 59, 62, 67]];
const noteS = 0.5;
/** The first key and the last key that a recording must be near to. */
const [lowest, highest] = [52, 70];

/** The messages that load an instrument. */
export function soundsOf(index: SoundIndex, program: number): Message[] {
  if (program !== pianoProgram) return [{ kind: 'preset', preset: builtPreset(index, program) }];
  const samples = index.piano.layers.flatMap(({ layer }) =>
    builtPiano(index, layer, (key) => key >= lowest && key <= highest),
  );
  return [...samples.map((sample) => ({ kind: 'piano-sample', sample }) as const), { kind: 'piano', isReady: true }];
}

/**
 * How loud a program plays the phrase, in dB relative to full scale, weighted as ears do (ITU-R BS.1770).
 * @param sounds none for the computed voice.
 * @param velocity of each note.
 */
export function loudness(program: number, sounds: readonly Message[], velocity = 80): number {
  const instrument = new Instrument(sampleRate, () => {});
  for (const message of sounds) instrument.receive(message);
  instrument.receive({ kind: 'time', anchor: { frame: 0, localUs: 0 } });
  instrument.receive({ kind: 'instrument', participant: 1, program });
  const play = (status: number, key: number, atS: number) => {
    const data = Uint8Array.of(status, key, velocity);
    instrument.receiveNotes({ kind: 'notes', participant: 1, atUs: atS * 1e6, offsets: [0], data, delayUs: 0 });
  };
  for (const [step, keys] of phrase.entries()) {
    for (const key of keys) play(0x90, key, step * noteS);
    for (const key of keys) play(0x80, key, (step + 0.9) * noteS);
  }
  const frames = phrase.length * noteS * sampleRate;
  const [heardLeft, heardRight] = [kWeighting(), kWeighting()];
  let power = 0;
  for (let from = 0; from < frames; from += quantum) {
    const [left, right] = [new Float32Array(quantum), new Float32Array(quantum)];
    instrument.render(left, right, from);
    for (const sample of left) power += heardLeft(sample) ** 2;
    for (const sample of right) power += heardRight(sample) ** 2;
  }
  return 10 * Math.log10(power / (2 * frames));
}

/** The two filters of ITU-R BS.1770 at 48 kHz, in a row. */
function kWeighting(): (sample: number) => number {
  const head = biquad([1.53512485958697, -2.69169618940638, 1.19839281085285], [-1.69065929318241, 0.73248077421585]);
  const low = biquad([1, -2, 1], [-1.99004745483398, 0.99007225036621]);
  return (sample) => low(head(sample));
}

function biquad(
  [b0, b1, b2]: readonly [number, number, number],
  [a1, a2]: readonly [number, number],
): (sample: number) => number {
  let [s1, s2] = [0, 0];
  return (sample) => {
    const out = b0 * sample + s1;
    s1 = b1 * sample - a1 * out + s2;
    s2 = b2 * sample - a2 * out;
    return out;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const index = await builtIndex();
  const levels = Object.fromEntries(
    index.programs.map(({ program, gain }) => {
      const atGainOne = loudness(program, soundsOf(index, program)) - 20 * Math.log10(gain);
      return [program, Math.round(atGainOne * 10) / 10];
    }),
  );
  writeFileSync(new URL('program-levels.json', import.meta.url), `${JSON.stringify(levels, undefined, 1)}\n`);
  console.log(`piano ${loudness(pianoProgram, soundsOf(index, pianoProgram)).toFixed(1)} dB; computed voices:`);
  for (const program of [0, 4, 8, 16, 32]) console.log(program, `${loudness(program, []).toFixed(1)} dB`);
}
