import { type PianoSample, pianoProgram } from '../../../contract/instruments.ts';
import type { SynthMessage } from '../../../contract/synth-messages.ts';
import { hasLittleMemory } from './little-memory.ts';
import { loadPlayablePiano, loadRestOfPiano, type PianoReceiver } from './piano-loading.ts';
import { PresetLoading } from './preset-loading.ts';
import { fetchIndex, type SoundIndex } from './sound-index.ts';
import { useSounds } from './sound-store.ts';

/** Until this long after the first note, only what the piano needs to play is fetched, ms: connections can be slow. */
const wholePianoAfterMs = 60_000;

/** Loads the samples of each instrument that somebody chooses, and those of the piano when somebody plays it. */
export class SoundLoader {
  readonly #post: (message: SynthMessage, transfer?: Transferable[]) => void;
  readonly #presets = new PresetLoading();
  #index: Promise<SoundIndex> | undefined;
  #pianoIsWanted = false;
  #pianoIsPlayable = false;
  #isSmall = false;
  /** Counts instruments, because the recordings of an earlier one may still be on their way. */
  #instrument = 0;
  #ownBank: Promise<boolean> | undefined;

  /** @param post to the synth. */
  constructor(post: (message: SynthMessage, transfer?: Transferable[]) => void) {
    this.#post = post;
  }

  /**
   * Opens the user's own bank if there is one, and loads what was played before the sound was started again.
   * @param isSimple true if the page itself plays, which needs more memory for the samples and has no banks.
   */
  start(isSimple: boolean): void {
    this.#isSmall = isSimple || hasLittleMemory();
    if (this.#pianoIsWanted) void this.loadPiano();
    if (isSimple) return;
    this.#ownBank = storedOwnBank().then(async (bank) => {
      const isOpen = bank !== undefined && (await this.#presets.open(bank.file));
      if (isOpen) useSounds.setState({ ownBank: bank.name });
      return isOpen;
    });
  }

  /** Call it when the instrument is gone: the next one has no samples. */
  forget(): void {
    this.#instrument++;
    this.#pianoIsPlayable = false;
    useSounds.setState({ piano: 'unused', pianoLoadedPart: 0 });
  }

  /** Fetches the piano; can be called again after a failure. */
  async loadPiano(): Promise<void> {
    this.#pianoIsWanted = true;
    useSounds.setState({ piano: this.#pianoIsPlayable ? 'playing' : 'loading' });
    try {
      const index = await this.#loadIndex();
      const receiver = this.#receiver();
      await loadPlayablePiano(index, receiver);
      const instrument = this.#instrument;
      await new Promise((resolve) => setTimeout(resolve, wholePianoAfterMs));
      if (instrument === this.#instrument) await loadRestOfPiano(index, receiver, this.#isSmall);
    } catch {
      this.#index = undefined;
      if (!this.#pianoIsPlayable) useSounds.setState({ piano: 'failed' });
    }
  }

  #receiver(): PianoReceiver {
    const instrument = this.#instrument;
    const ifCurrent = (act: () => void) => {
      if (instrument === this.#instrument) act();
    };
    const post = (kind: 'piano-sample' | 'piano-noise', sample: PianoSample) =>
      ifCurrent(() => this.#post({ kind, sample }, [sample.left.buffer, sample.right.buffer]));
    return {
      sample: (sample) => post('piano-sample', sample),
      noise: (sample) => post('piano-noise', sample),
      playable: () =>
        ifCurrent(() => {
          this.#pianoIsPlayable = true;
          useSounds.setState({ piano: 'playing' });
          void this.#postPiano();
        }),
      progress: (pianoLoadedPart) => ifCurrent(() => useSounds.setState({ pianoLoadedPart })),
    };
  }

  /** Loads a program that somebody has chosen or plays. */
  async load(program: number): Promise<void> {
    const isOwn = (await this.#ownBank) ?? false;
    if (program === pianoProgram && !isOwn) {
      if (useSounds.getState().piano === 'unused') await this.loadPiano();
      return;
    }
    useSounds.setState(({ loading, failed }) => ({
      loading: withOne(loading, program),
      failed: without(failed, program),
    }));
    try {
      const own = isOwn ? await this.#presets.fromOwnBank(program) : undefined;
      const preset = own ?? (await this.#presets.fromServer(await this.#loadIndex(), program));
      if (preset === undefined) useSounds.setState(({ failed }) => ({ failed: withOne(failed, program) }));
      else {
        const transfer = [...preset.decoded.values()].map((samples) => samples.buffer);
        this.#post({ kind: 'preset', preset }, [preset.file, ...transfer]);
      }
    } catch {
      this.#index = undefined;
      useSounds.setState(({ failed }) => ({ failed: withOne(failed, program) }));
    } finally {
      useSounds.setState(({ loading }) => ({ loading: without(loading, program) }));
    }
  }

  /** Plays everything with the user's own sound bank, and remembers it. */
  async playOwnBank(file: File): Promise<void> {
    useSounds.setState({ bankProblem: undefined });
    if (!(await this.#presets.open(file))) {
      useSounds.setState({ bankProblem: 'unreadable' });
      return;
    }
    this.#ownBank = Promise.resolve(true);
    this.#bankChanged();
    // The name is shown only once the bank is stored, so that a reload finds it.
    const isKept = await storeOwnBank({ name: file.name, file }).then(
      () => true,
      () => false,
    );
    useSounds.setState({ ownBank: file.name, bankProblem: isKept ? undefined : 'not-kept' });
  }

  /** Returns to Roomtone's sounds, and forgets the user's own bank. */
  async playRoomtoneBank(): Promise<void> {
    this.#ownBank = Promise.resolve(false);
    useSounds.setState({ ownBank: undefined, bankProblem: undefined });
    this.#bankChanged();
    await storeOwnBank(undefined);
  }

  #bankChanged(): void {
    void this.#postPiano();
    this.#post({ kind: 'forget-presets' });
  }

  async #postPiano(): Promise<void> {
    this.#post({ kind: 'piano', isReady: this.#pianoIsPlayable && !(await this.#ownBank) });
  }

  #loadIndex(): Promise<SoundIndex> {
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

/** A sound bank that the user chose. */
interface OwnBank {
  readonly name: string;
  readonly file: Blob;
}

const database = 'roomtone-sounds';
const store = 'own-bank';
const key = 'bank';

/** Stores the user's own sound bank in this browser; undefined deletes it. @throws if there is no room for it. */
async function storeOwnBank(bank: OwnBank | undefined): Promise<void> {
  const opened = await open();
  const transaction = opened.transaction(store, 'readwrite');
  if (bank === undefined) transaction.objectStore(store).delete(key);
  else transaction.objectStore(store).put(bank, key);
  try {
    await completed(transaction);
  } finally {
    opened.close();
  }
}

/** The stored sound bank; undefined if there is none, or if this browser stores nothing. */
async function storedOwnBank(): Promise<OwnBank | undefined> {
  try {
    const opened = await open();
    const bank = await done<OwnBank | undefined>(opened.transaction(store).objectStore(store).get(key));
    opened.close();
    return bank;
  } catch {
    return undefined;
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(store);
  return done(request);
}

/** Resolves when the transaction is complete; a request alone may succeed earlier. */
function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
