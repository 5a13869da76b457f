import { pianoProgram } from '../../../contract/instruments.ts';
import type { SynthMessage } from '../../../contract/synth-messages.ts';
import { keepOwnBank, keptOwnBank } from './own-bank.ts';
import { loadPiano } from './piano-loading.ts';
import { PresetLoading } from './preset-loading.ts';
import { fetchIndex, type SoundIndex } from './sound-index.ts';
import { useSounds } from './sound-store.ts';

/** A device with less memory than this gets one recorded strength of the piano, GB. */
const roomyGb = 4;

/** Brings the samples to whatever sounds: the piano by itself, each other instrument when somebody plays it. */
export class SoundLoader {
  readonly #post: (message: SynthMessage, transfer?: Transferable[]) => void;
  readonly #presets = new PresetLoading();
  #index: Promise<SoundIndex> | undefined;
  #pianoIsPlayable = false;
  #isSmall = false;
  #ownBank: Promise<boolean> | undefined;

  /** @param post to the synth. */
  constructor(post: (message: SynthMessage, transfer?: Transferable[]) => void) {
    this.#post = post;
  }

  /**
   * Begins: the player's own bank when there is one, and the piano.
   * @param isSimple whether the page itself plays, and keeps the samples in a larger form.
   */
  async start(isSimple: boolean): Promise<void> {
    this.#isSmall = isSimple || ((navigator as { deviceMemory?: number }).deviceMemory ?? roomyGb) < roomyGb;
    if (isSimple) {
      await this.loadPiano();
      return;
    }
    this.#ownBank = keptOwnBank().then(async (bank) => {
      const isOpen = bank !== undefined && (await this.#presets.open(bank.file));
      if (isOpen) useSounds.setState({ ownBank: bank.name });
      return isOpen;
    });
    await this.loadPiano();
  }

  /** Fetches the piano, also again after a failure. */
  async loadPiano(): Promise<void> {
    useSounds.setState({ piano: this.#pianoIsPlayable ? 'playing' : 'coming' });
    try {
      const index = await this.#theIndex();
      await loadPiano(
        index,
        {
          sample: (sample) => this.#post({ kind: 'piano-sample', sample }, [sample.left.buffer, sample.right.buffer]),
          noise: (sample) => this.#post({ kind: 'piano-noise', sample }, [sample.left.buffer, sample.right.buffer]),
          playable: () => {
            this.#pianoIsPlayable = true;
            useSounds.setState({ piano: 'playing' });
            void this.#tellPiano();
          },
          progress: (pianoPart) => useSounds.setState({ pianoPart }),
        },
        this.#isSmall,
      );
    } catch {
      this.#index = undefined;
      if (!this.#pianoIsPlayable) useSounds.setState({ piano: 'failed' });
    }
  }

  /** Somebody plays this program. */
  async want(program: number): Promise<void> {
    const isOwn = (await this.#ownBank) ?? false;
    if (program === pianoProgram && !isOwn) return;
    useSounds.setState(({ coming, failed }) => ({
      coming: withOne(coming, program),
      failed: without(failed, program),
    }));
    try {
      const own = isOwn ? await this.#presets.ofOwn(program) : undefined;
      const preset = own ?? (await this.#presets.ofServer(await this.#theIndex(), program));
      if (preset === undefined) useSounds.setState(({ failed }) => ({ failed: withOne(failed, program) }));
      else {
        const transfer = [...preset.decoded.values()].map((samples) => samples.buffer);
        this.#post({ kind: 'preset', preset }, [preset.file, ...transfer]);
      }
    } catch {
      this.#index = undefined;
      useSounds.setState(({ failed }) => ({ failed: withOne(failed, program) }));
    } finally {
      useSounds.setState(({ coming }) => ({ coming: without(coming, program) }));
    }
  }

  /** Plays everything by the player's own sound bank, and remembers it. */
  async playOwnBank(file: File): Promise<void> {
    useSounds.setState({ bankProblem: undefined });
    if (!(await this.#presets.open(file))) {
      useSounds.setState({ bankProblem: 'unreadable' });
      return;
    }
    this.#ownBank = Promise.resolve(true);
    this.#switched();
    // It is named once it is kept: whoever reloads the page then finds it again.
    const isKept = await keepOwnBank({ name: file.name, file }).then(
      () => true,
      () => false,
    );
    useSounds.setState({ ownBank: file.name, bankProblem: isKept ? undefined : 'not-kept' });
  }

  /** Goes back to Roomtone's sounds, and forgets the player's own bank. */
  async playRoomtoneBank(): Promise<void> {
    this.#ownBank = Promise.resolve(false);
    useSounds.setState({ ownBank: undefined, bankProblem: undefined });
    this.#switched();
    await keepOwnBank(undefined);
  }

  #switched(): void {
    void this.#tellPiano();
    this.#post({ kind: 'forget-presets' });
  }

  async #tellPiano(): Promise<void> {
    this.#post({ kind: 'piano', isReady: this.#pianoIsPlayable && !(await this.#ownBank) });
  }

  #theIndex(): Promise<SoundIndex> {
    this.#index ??= fetchIndex();
    return this.#index;
  }
}

function withOne(set: ReadonlySet<number>, program: number): ReadonlySet<number> {
  return new Set([...set, program]);
}

function without(set: ReadonlySet<number>, program: number): ReadonlySet<number> {
  return new Set([...set].filter((one) => one !== program));
}
