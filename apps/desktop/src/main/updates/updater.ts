import type { ReleaseFile } from './update-signature.ts';

/** stable: finished versions. beta: those that want trying, too. off: the app never looks. */
export type UpdateChannel = 'stable' | 'beta' | 'off';

export interface Release {
  readonly version: string;
  readonly files: readonly ReleaseFile[];
}

/** Where new versions come from. */
export interface UpdateSource {
  /** The newest version of the channel; undefined where this is it. Rejects when it cannot be found out. */
  check(channel: Exclude<UpdateChannel, 'off'>): Promise<Release | undefined>;
  /**
   * Fetches what `check` found last; resolves with the file's path, rejects when the signal aborts.
   * @param onProgress told of the part that is here, 0 to 1.
   */
  download(onProgress: (part: number) => void, signal: AbortSignal): Promise<string>;
  /** Ends the app and puts the fetched version in its place. */
  install(): Promise<void>;
}

export interface UpdaterParts {
  readonly source: UpdateSource;
  readonly channel: () => UpdateChannel;
  /** Whether somebody plays here, or is a guest here. */
  readonly isInUse: () => boolean;
  /** Whether the fetched file is the release's own. */
  readonly isGenuine: (path: string, release: Release) => Promise<boolean>;
  /** Removes a file that is not. */
  readonly discard: (path: string) => Promise<void>;
  /** Shows how far the download is, 0 to 1; undefined when there is none. */
  readonly showProgress: (part: number | undefined) => void;
  /** Asks whether to install it now; no: it is offered again with the next look. */
  readonly offer: (version: string) => Promise<boolean>;
  /** Told of what went wrong; people are told only where they have asked. */
  readonly report: (problem: string) => void;
}

/** What came of a look for updates. */
export type UpdateOutcome = 'off' | 'in use' | 'up to date' | 'ready' | 'interrupted' | 'failed';

/**
 * Brings new versions, never while somebody plays: nothing is looked for, fetched or installed while the app is in use, and one
 * that begins meanwhile interrupts the download, which the next look takes up again.
 */
export class Updater {
  readonly #parts: UpdaterParts;
  #looking: Promise<UpdateOutcome> | undefined;
  #download: AbortController | undefined;
  #ready: Release | undefined;

  constructor(parts: UpdaterParts) {
    this.#parts = parts;
  }

  /** Looks once, and fetches what there is. Several at once are one. */
  look(): Promise<UpdateOutcome> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** To be called when the app may have come into use. */
  useChanged(): void {
    if (this.#parts.isInUse()) this.#download?.abort();
  }

  async #look(): Promise<UpdateOutcome> {
    const { source, isInUse, report } = this.#parts;
    const channel = this.#parts.channel();
    if (channel === 'off') return 'off';
    if (isInUse()) return 'in use';
    try {
      const release = await source.check(channel);
      if (release === undefined) return 'up to date';
      if (release.version !== this.#ready?.version) {
        const outcome = await this.#fetch(release);
        if (outcome !== 'ready') return outcome;
      }
      return await this.#offer(release);
    } catch (error) {
      report(`update: ${error instanceof Error ? error.message : String(error)}`);
      return 'failed';
    }
  }

  async #fetch(release: Release): Promise<UpdateOutcome> {
    const { source, isInUse, isGenuine, discard, showProgress, report } = this.#parts;
    if (isInUse()) return 'in use';
    const download = new AbortController();
    this.#download = download;
    try {
      const path = await source.download(showProgress, download.signal);
      if (await isGenuine(path, release)) {
        this.#ready = release;
        return 'ready';
      }
      await discard(path);
      report(`update: version ${release.version} is not signed by Roomtone's key, and was thrown away`);
      return 'failed';
    } catch (error) {
      if (download.signal.aborted) return 'interrupted';
      throw error;
    } finally {
      this.#download = undefined;
      showProgress(undefined);
    }
  }

  async #offer({ version }: Release): Promise<UpdateOutcome> {
    const { source, isInUse, offer } = this.#parts;
    // The answer may come when the app is in use: then it waits for the next look.
    if (!isInUse() && (await offer(version)) && !isInUse()) await source.install();
    return 'ready';
  }
}
