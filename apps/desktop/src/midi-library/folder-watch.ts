import { type FSWatcher, watch } from 'node:fs';

/** Folders that are watched one by one at most; Linux gives each program a number of such watches. */
const mostWatched = 4_000;
/** Copying an album changes a folder many times: it is read once it is quiet for so long. */
const quietMs = 500;

/**
 * Calls back after files of a folder have changed, or any below it. Where that cannot be watched, as on some network drives,
 * changes are found when the library is opened.
 */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #onChange: () => void;
  readonly #isRecursive: boolean;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param platform Node's name for it. */
  constructor(onChange: () => void, platform: string) {
    this.#onChange = onChange;
    // On Linux, Node would watch each single file for it.
    this.#isRecursive = platform === 'darwin' || platform === 'win32';
  }

  /** Says which folders there are, the chosen one first. */
  setFolders(paths: readonly string[]): void {
    if (this.#isClosed) return;
    const wanted = new Set(this.#isRecursive ? paths.slice(0, 1) : paths.slice(0, mostWatched));
    for (const [path, watcher] of this.#watchers) {
      if (wanted.has(path)) continue;
      watcher.close();
      this.#watchers.delete(path);
    }
    for (const path of wanted) if (!this.#watchers.has(path)) this.#watch(path);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #watch(path: string): void {
    try {
      const watcher = watch(path, { recursive: this.#isRecursive, persistent: false }, () => this.#changed());
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(path);
        this.#changed();
      });
      this.#watchers.set(path, watcher);
    } catch {
      // Too many watches, or a drive that has none.
    }
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#onChange, quietMs);
  }
}
