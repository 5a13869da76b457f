import { BasicSoundBank, SoundBankLoader } from 'spessasynth_core';
import type { BankAnswer, BankRequest, CompressedSample, CutPreset } from '../contract/bank-messages.ts';
import { drumProgram } from '../contract/instruments.ts';

/** A sound bank, SF2 or SF3, from which single programs are cut. */
class CuttableBank {
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
function withCompressed(file: ArrayBuffer): CutPreset {
  const compressed = SoundBankLoader.fromArrayBuffer(file).samples.flatMap((sample, index): CompressedSample[] =>
    // A copy of its own, to be handed over.
    sample.isCompressed
      ? [{ index, sampleRate: sample.sampleRate, bytes: Uint8Array.from(sample.getRawData(true)).buffer }]
      : [],
  );
  return { file, compressed };
}

// Takes sound banks apart, away from drawing and sounding: a player's own may be hundreds of megabytes.

let own: CuttableBank | undefined;

self.addEventListener('message', async ({ data: request }: MessageEvent<BankRequest>) => {
  const { id } = request;
  try {
    if (request.kind === 'open') {
      own = new CuttableBank(await request.file.arrayBuffer());
      post({ id, kind: 'opened', programs: own.programs });
      return;
    }
    const preset = request.file === undefined ? own?.cut(request.program) : withCompressed(request.file);
    if (preset === undefined) post({ id, kind: 'failed' });
    else post({ id, kind: 'preset', preset }, [preset.file, ...preset.compressed.map(({ bytes }) => bytes)]);
  } catch {
    post({ id, kind: 'failed' });
  }
});

function post(answer: BankAnswer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}
