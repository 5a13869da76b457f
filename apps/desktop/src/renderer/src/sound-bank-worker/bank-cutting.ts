import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core';
import type { CompressedSample, CutPreset } from '../contract/bank-messages.ts';
import { drumProgram } from '../contract/instruments.ts';

/** A sound bank, SF2 or SF3, from which single programs are cut. */
export class CuttableBank {
  readonly #bank: BasicSoundBank;

  /** @throws when it is no sound bank. */
  constructor(file: ArrayBuffer) {
    this.#bank = SoundBankLoader.fromArrayBuffer(file);
  }

  /** What General MIDI asks for and this bank has. */
  get programs(): number[] {
    return Array.from({ length: drumProgram + 1 }, (_, program) => program).filter(
      (program) => this.#find(program) !== undefined,
    );
  }

  /** A bank with this one program; undefined when there is none. */
  cut(program: number): CutPreset | undefined {
    const preset = this.#find(program);
    if (preset === undefined) return undefined;
    const one = new BasicSoundBank();
    one.soundBankInfo = { ...this.#bank.soundBankInfo };
    const copy = one.clonePreset(preset);
    copy.program = program === drumProgram ? 0 : program;
    copy.bankMSB = 0;
    copy.bankLSB = 0;
    return withCompressed(one.writeSF2());
  }

  #find(program: number) {
    const { presets } = this.#bank;
    if (program === drumProgram) return presets.find(({ isGMGSDrum }) => isGMGSDrum);
    return presets.find((one) => !one.isGMGSDrum && one.bankMSB === 0 && one.bankLSB === 0 && one.program === program);
  }
}

/** Finds what is compressed in a bank. @throws when it is none. */
export function withCompressed(file: ArrayBuffer): CutPreset {
  const compressed = SoundBankLoader.fromArrayBuffer(file).samples.flatMap((sample, index): CompressedSample[] =>
    // A copy of its own, to be handed over.
    sample.isCompressed
      ? [{ index, sampleRate: sample.sampleRate, bytes: Uint8Array.from(sample.getRawData(true)).buffer }]
      : [],
  );
  return { file, compressed };
}
