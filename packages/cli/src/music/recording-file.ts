import { access, constants, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Recording } from './recording.ts';

const saveEveryMs = 10_000;
/** Saving takes at most this share of the time. */
const saveShare = 0.05;

/** The file of a recording. It is always complete or absent: a new version replaces the old one in one step. */
export class RecordingFile {
  readonly #path: string;
  #savedCount = 0;
  #nextMs = performance.now() + saveEveryMs;
  #saving: Promise<void> = Promise.resolve();

  private constructor(path: string) {
    this.#path = path;
  }

  /**
   * Makes sure that the file can be written before there is anything to lose.
   * @throws {Error} if it exists and must not be replaced, or its folder cannot be written to.
   */
  static async prepare(path: string, overwrite: boolean): Promise<RecordingFile> {
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists && !overwrite) throw new Error(`${path} exists already; --overwrite replaces it.`);
    try {
      await access(dirname(path), constants.W_OK);
    } catch (cause) {
      throw new Error(`${path} cannot be written: its folder does not exist or is read-only.`, { cause });
    }
    return new RecordingFile(path);
  }

  /** Starts to save new events if the last save was long enough ago. */
  saveNowAndThen(recording: Recording): void {
    if (performance.now() < this.#nextMs) return;
    this.#nextMs = Number.POSITIVE_INFINITY;
    const startMs = performance.now();
    void this.save(recording)
      // If the problem persists, the final save reports it.
      .catch(() => false)
      .then(() => {
        const tookMs = performance.now() - startMs;
        this.#nextMs = performance.now() + Math.max(saveEveryMs, tookMs / saveShare);
      });
  }

  /** Saves new events; resolves with false if there are none at all, and so no file. */
  async save(recording: Recording): Promise<boolean> {
    const before = this.#saving;
    const saved = before.catch(() => {}).then(() => this.#saveNew(recording));
    this.#saving = saved;
    await saved;
    return this.#savedCount > 0;
  }

  async #saveNew(recording: Recording): Promise<void> {
    const { eventCount } = recording;
    if (eventCount === this.#savedCount) return;
    await replaceFile(this.#path, recording.toMidiFile());
    this.#savedCount = eventCount;
  }
}

async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.part`;
  const file = await open(part, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}
