import type { BankAnswer, BankRequest } from '../../../contract/bank-messages.ts';
import type { BankPreset } from '../../../contract/instruments.ts';
import { decode } from './decoding.ts';
import { fetchSound, type SoundIndex } from './sound-index.ts';

/** The loudness of a user's own bank is unknown; most banks are as quiet as the server's. */
const ownBankGain = 4;

/** A request without its id. */
type WithoutId<Request> = Request extends BankRequest ? Omit<Request, 'id'> : never;

/** Loads instruments from sound banks: the server's, or the user's own. */
export class PresetLoading {
  #worker: Worker | undefined;
  readonly #pending = new Map<number, (answer: BankAnswer) => void>();
  #lastId = 0;

  /** Reads the user's own sound bank. Resolves to true if it is valid and not empty. */
  async open(file: Blob): Promise<boolean> {
    const answer = await this.#ask({ kind: 'open', file });
    return answer.kind === 'opened' && answer.programs.length > 0;
  }

  /** A program of the user's own bank; undefined if it has none. @throws if the browser cannot read it. */
  fromOwnBank(program: number): Promise<BankPreset | undefined> {
    return this.#preset(program, undefined, ownBankGain);
  }

  /** A program of the server's bank; undefined if it has none. @throws if it does not arrive. */
  async fromServer(index: SoundIndex, program: number): Promise<BankPreset | undefined> {
    const file = index.programs.find((candidate) => candidate.program === program);
    return file === undefined ? undefined : this.#preset(program, await fetchSound(file), file.gain);
  }

  /** Ends its worker. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  async #preset(program: number, given: ArrayBuffer | undefined, gain: number): Promise<BankPreset | undefined> {
    const answer = await this.#ask({ kind: 'preset', program, file: given }, given === undefined ? [] : [given]);
    if (answer.kind !== 'preset') return undefined;
    const { file, compressed } = answer.preset;
    const decoded = await Promise.all(
      compressed.map(async ({ index, sampleRate, bytes }) => {
        const samples = (await decode(bytes, sampleRate)).getChannelData(0);
        return [index, samples] as const;
      }),
    );
    return { program, file, gain, decoded: new Map(decoded) };
  }

  #ask(request: WithoutId<BankRequest>, transfer: Transferable[] = []): Promise<BankAnswer> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#pending.set(id, resolve);
      worker.postMessage({ id, ...request }, transfer);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('../../../sound-bank-worker/bank-worker.ts', import.meta.url), {
      type: 'module',
      name: 'sound-bank',
    });
    worker.onmessage = ({ data }: MessageEvent<BankAnswer>) => {
      this.#pending.get(data.id)?.(data);
      this.#pending.delete(data.id);
    };
    return worker;
  }
}
