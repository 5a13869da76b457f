import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { kinds } from './kinds.mjs';

/** The limits for one file. */
const bounds = { ms: 1_000, mebibytes: 128 };
/** A reader that takes longer is ended. */
const patienceMs = 20_000;

/**
 * Reads every file of the folder with our reader and with the second one of its kind, and compares them.
 * @param {string} folder
 * @param {(kind: string, path: string, reading: import('./kinds.mjs').Reading) => void} onFile
 */
export async function readCorpus(folder, onFile) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const kind of kinds) {
    const own = paths.filter((path) => kind.fileName.test(path) && !path.includes('\n')).toSorted();
    if (own.length === 0) continue;
    const second = await kind.secondReader();
    const reader = new OwnReader(kind.worker);
    try {
      for (const path of own) {
        const answer = await reader.read(basename(path), new Uint8Array(await readFile(path)));
        for (const compared of await kind.compare(answer, await second?.read(path, answer)))
          onFile(kind.name, path, { ...compared, ms: answer.ms });
      }
    } finally {
      await reader.close();
      second?.close();
    }
  }
}

/** Our reader in a thread that has no more memory than a file may take. */
class OwnReader {
  #url;
  /** @type {Worker | undefined} */
  #worker;
  /** Takes the answer for the current file. */
  #answer = (_answer) => {};

  constructor(url) {
    this.#url = url;
  }

  async read(name, bytes) {
    this.#worker ??= this.#start();
    const { promise, resolve } = Promise.withResolvers();
    this.#answer = resolve;
    const timeout = setTimeout(() => this.#fail(`takes longer than ${patienceMs / 1_000} s`), patienceMs);
    this.#worker.postMessage({ name, bytes });
    const answer = await promise;
    clearTimeout(timeout);
    if (answer.refusal?.name === 'failure') await this.close();
    return answer;
  }

  async close() {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start() {
    const worker = new Worker(this.#url, { resourceLimits: { maxOldGenerationSizeMb: bounds.mebibytes } });
    worker.on('message', (answer) => this.#answer(answer));
    worker.on('error', (error) => this.#fail(String(error)));
    worker.on('exit', () => this.#fail(`takes more than ${bounds.mebibytes} MiB`));
    return worker;
  }

  #fail(message) {
    this.#answer({ refusal: { name: 'failure', message }, ms: patienceMs });
  }
}
