import type { ReleaseFile } from './update-signature.ts';

/** stable: finished versions. beta: test versions as well. off: no checks. */
export type UpdateChannel = 'stable' | 'beta' | 'off';

export interface Release {
  readonly version: string;
  readonly files: readonly ReleaseFile[];
}

/** The source of new versions. */
export interface UpdateSource {
  /**
   * The newest version of the channel; 'up to date' if it is installed; 'by hand' if this copy cannot be updated, so that
   * nothing was looked for. Rejects if the check fails.
   */
  check(channel: Exclude<UpdateChannel, 'off'>): Promise<Release | 'up to date' | 'by hand'>;
  /**
   * Downloads the version that `check` found last; resolves with the file's path, rejects if the signal aborts.
   * @param onProgress called with the part done, 0 to 1.
   */
  download(onProgress: (part: number) => void, signal: AbortSignal): Promise<string>;
  /** Quits the app and installs the downloaded version. */
  install(): Promise<void>;
}

export interface UpdaterParts {
  readonly source: UpdateSource;
  readonly channel: () => UpdateChannel;
  /** True while somebody plays in this app or is a guest on its server. */
  readonly isInUse: () => boolean;
  /** True if the downloaded file is the release's own. */
  readonly isGenuine: (path: string, release: Release) => Promise<boolean>;
  /** Deletes a file that is not genuine. */
  readonly discard: (path: string) => Promise<void>;
  /** Shows the progress of the download, 0 to 1; undefined hides it. */
  readonly showProgress: (part: number | undefined) => void;
  /** Asks whether to install now. After a no it is offered again with the next check. */
  readonly offer: (version: string) => Promise<boolean>;
  /** Called with problems. Users see them only if they asked for the check. */
  readonly report: (problem: string) => void;
}

/** The outcome of a check for updates. */
export type UpdateOutcome = 'off' | 'in use' | 'up to date' | 'by hand' | 'ready' | 'interrupted' | 'failed';

/**
 * Updates the app, but never while somebody plays: it checks, downloads and installs only while the app is not in use. If
 * use begins during a download, the download stops and the next check continues it.
 */
export class Updater {
  readonly #parts: UpdaterParts;
  #checking: Promise<UpdateOutcome> | undefined;
  #download: AbortController | undefined;
  #ready: Release | undefined;

  constructor(parts: UpdaterParts) {
    this.#parts = parts;
  }

  /** Checks once and downloads what it finds. Concurrent calls share one check. */
  check(): Promise<UpdateOutcome> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Call it whenever the app's use may have begun or ended. */
  useChanged(): void {
    if (this.#parts.isInUse()) this.#download?.abort();
  }

  async #check(): Promise<UpdateOutcome> {
    const { source, isInUse, report } = this.#parts;
    const channel = this.#parts.channel();
    if (channel === 'off') return 'off';
    if (isInUse()) return 'in use';
    try {
      const release = await source.check(channel);
      if (typeof release === 'string') return release;
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
      report(`update: version ${release.version} is not signed by Roomtone's key, and was deleted`);
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
    // The app may be in use by the time of the answer: then the update waits for the next check.
    if (!isInUse() && (await offer(version)) && !isInUse()) await source.install();
    return 'ready';
  }
}
